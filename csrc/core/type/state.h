#ifndef YS_TYPE_STATE_H
#define YS_TYPE_STATE_H

/* core/type/state.h - what this room keeps for each space. */

#include "core/base/pairs.h"
#include "core/type/type.h"

typedef struct ys_type_state {
  const ys_field *schema;     /* the root of the schema of the data, or NULL */
  struct ys_regexps *regexps; /* see regexp.c; NULL until needed */
  ys_pairs memos;             /* see fields.c */
  struct ys_sensitive_names *names; /* NULL until needed */
} ys_type_state;

/* The state, which is made when it is first needed. The only failure is
 * YS_NOMEM. */
static inline ys_status ys_type_state_of(ys_space *space, ys_type_state **out) {
  void **room = &space->rooms[YS_ROOM_TYPE];
  if (*room == NULL) *room = ys_arena_new(&space->arena, ys_type_state);
  *out = *room;
  return *out == NULL ? YS_NOMEM : YS_OK;
}

/* The root of the schema of the data in a space, or NULL. */
static inline const ys_field *ys_type_schema(const ys_space *space) {
  const ys_type_state *state = space->rooms[YS_ROOM_TYPE];
  return state == NULL ? NULL : state->schema;
}
static inline ys_status ys_type_set_schema(ys_space *space,
                                           const ys_field *schema) {
  ys_type_state *state;
  YS_TRY(ys_type_state_of(space, &state));
  state->schema = schema;
  return YS_OK;
}

/* Whether the schema of the data has sensitive fields. */
static inline bool ys_type_has_sensitive(const ys_space *space) {
  const ys_field *schema = ys_type_schema(space);
  return schema != NULL && schema->has_sensitive;
}

#endif
