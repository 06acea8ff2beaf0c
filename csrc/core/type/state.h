#pragma once

/* core/type/state.h - The answers that this room remembers for each space. */

#include "core/base/pairs.h"
#include "core/type/type.h"

typedef struct ys_type_state {
  const ys_field *schema;     /* the root of the schema of the data, or NULL */
  struct ys_regexps *regexps; /* see regexp.c; NULL until needed */
  ys_pairs memos;             /* see fields.c */
  ys_pairs meant; /* the keys that are nearest to unknown keys of the data */
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

/* Notes that a key may have been misspelt somewhere in the data. */
static inline ys_status ys_type_note_meant(ys_space *space, ys_str name) {
  ys_type_state *state;
  const ys_key *key;
  bool met;
  YS_TRY(ys_type_state_of(space, &state));
  YS_TRY(ys_keys_intern(&space->keys, YS_STRING, name, &key));
  return ys_pairs_meet(&state->meant, &space->arena, key, NULL, &met);
}

/* Whether that was noted. */
static inline bool ys_type_was_meant(const ys_space *space, const ys_key *key) {
  const ys_type_state *state = space->rooms[YS_ROOM_TYPE];
  return state != NULL && ys_pairs_get(&state->meant, key, NULL) != NULL;
}

/* Whether the schema of the data has sensitive fields. */
static inline bool ys_type_has_sensitive(const ys_space *space) {
  const ys_field *schema = ys_type_schema(space);
  return schema != NULL && schema->has_sensitive;
}
