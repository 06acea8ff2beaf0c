/* core/type/sensitive_names.c - see core/type/sensitive_names.h. */

#include "core/type/sensitive_names.h"

#include "core/type/state.h"

/* Whether values of a field, or all that is in them, are sensitive: by the
 * field itself, by an item, an alternative, or a placeholder, whose keys may
 * have any name. `left` bounds the visits; after the last one, the values count
 * as sensitive. */
static bool masks_values(const ys_field *field, uint32_t *left) {
  const ys_map_type *map = field->map;
  if (!field->has_sensitive) return false;
  if (field->sensitive || *left == 0) return true;
  --*left;
  if (field->choice != NULL) {
    for (uint32_t i = 0; i < field->choice->count; i++)
      if (masks_values(&field->choice->alternatives[i], left)) return true;
  } else if (field->kind == YS_ARRAY && field->item != NULL) {
    return masks_values(field->item, left);
  } else if (field->kind == YS_MAP && map != NULL) {
    for (uint32_t i = 0; i < map->open_count; i++)
      if (masks_values(map->open[i].field, left)) return true;
  }
  return false;
}

bool ys_sensitive_masks(const ys_field *field) {
  uint32_t left = 1000;
  return masks_values(field, &left);
}

/* Adds a name, and puts it into the list if it is new. */
static ys_status add_text(ys_sensitive_names *n, ys_str text) {
  const ys_key *key;
  const uint32_t count = n->keys.number;
  YS_TRY(ys_keys_intern(&n->keys, YS_STRING, text, &key));
  if (key->number < count) return YS_OK;
  if (count >= n->listed) {
    const uint32_t listed = 2 * count + 16;
    const ys_key **grown =
        ys_arena_zalloc(n->keys.arena, listed, sizeof *grown);
    if (grown == NULL) return YS_NOMEM;
    for (uint32_t i = 0; i < count; i++)
      grown[i] = n->list[i];
    n->list = grown;
    n->listed = listed;
  }
  n->list[count] = key;
  return YS_OK;
}

/* Adds the name of a field and its old names. */
static ys_status add_name(ys_sensitive_names *n, const ys_field *field) {
  YS_TRY(add_text(n, field->key->text));
  for (const ys_renamed *old = field->renamed; old != NULL; old = old->next)
    YS_TRY(add_text(n, old->keys[old->count - 1]->text));
  return YS_OK;
}

/* Adds the names of the topmost sensitive fields. */
ys_status ys_sensitive_names_add(ys_sensitive_names *n, const ys_field *field) {
  const ys_field *child;
  bool seen = false;
  if (!field->has_sensitive) return YS_OK;
  if (field->key != NULL && ys_sensitive_masks(field))
    return add_name(n, field);
  if (field->like != NULL)
    YS_TRY(ys_pairs_meet(&n->met, n->keys.arena, field->like, NULL, &seen));
  if (seen) return YS_OK;
  for (uint32_t i = 0; (child = ys_field_child(field, i)) != NULL; i++)
    YS_TRY(ys_sensitive_names_add(n, child));
  return YS_OK;
}

/* ---- guesses ------------------------------------------------------------- */

static void release(void *what) {
  ys_sensitive_names *names = what;
  ys_keys_release(&names->keys);
}

/* Gives the names in the schema of a space, which are collected once. */
static ys_status names_of(ys_space *space, ys_sensitive_names **out) {
  ys_type_state *state;
  YS_TRY(ys_type_state_of(space, &state));
  *out = state->names;
  if (*out != NULL) return YS_OK;
  *out = ys_arena_new(&space->arena, ys_sensitive_names);
  if (*out == NULL) return YS_NOMEM;
  ys_keys_init(&(*out)->keys, &space->arena, NULL);
  YS_TRY(ys_space_own(space, release, *out));
  if (state->schema != NULL)
    YS_TRY(ys_sensitive_names_add(*out, state->schema));
  state->names = *out;
  return YS_OK;
}

ys_status ys_sensitive_guess_key(ys_space *space, const ys_map_type *map,
                                 const ys_key *key, ys_sensitive_guess *out) {
  enum { ENOUGH = 1000000 };
  ys_sensitive_names *names;
  ys_nearest nearest;
  *out = (ys_sensitive_guess){0};
  YS_TRY(names_of(space, &names));
  out->elsewhere = names->effort >= ENOUGH ||
                   ys_keys_know(&names->keys, YS_STRING, key->text);
  if (names->effort >= ENOUGH || map == NULL) return YS_OK;
  const ys_shape *shape = map->shape;
  names->effort += shape->count;
  ys_nearest_init(&nearest, key->text);
  for (uint32_t i = 0; i < shape->count; i++)
    ys_nearest_offer(&nearest, shape->keys[i]->text);
  for (uint32_t i = 0; nearest.best.len > 0 && i < shape->count; i++)
    if (shape->keys[i]->text.ptr == nearest.best.ptr)
      out->field = &map->fields[i];
  return YS_OK;
}
