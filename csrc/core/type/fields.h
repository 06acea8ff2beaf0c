#ifndef YS_TYPE_FIELDS_H
#define YS_TYPE_FIELDS_H

/*
 * core/type/fields.h - which field of a map type an entry belongs to. Keys that
 * are not named may belong to an open field; fields are tried in the order in
 * which they stand in the schema (reference#keys-in-order).
 *
 * A regular expression or a function is asked once for each key of a map type:
 * the space remembers. The functions are those of `space->functions`.
 */

#include "core/type/type.h"

/* As ys_fields_find(), of a key that is at `at` of the shape or (-1) nowhere.
 */
ys_status ys_fields_find_open(ys_space *space, const ys_map_type *map,
                              const ys_key *key, int64_t at,
                              const ys_field **out);

/*
 * The field of a key, or NULL: the map may not have it. `expect` is where the
 * caller thinks the key may be, and is brought up to date. A function that
 * fails is recorded, and then anything goes for the key.
 */
static inline ys_status ys_fields_find(ys_space *space, const ys_map_type *map,
                                       const ys_key *key, uint32_t *expect,
                                       const ys_field **out) {
  const int64_t at = ys_shape_find(&map->shape, key, *expect);
  if (at >= 0) *expect = (uint32_t)at + 1;
  if (at >= 0 && !map->shadowed)
    *out = &map->fields[at];
  else if (map->open_count == 0)
    *out = NULL;
  else
    return ys_fields_find_open(space, map, key, at, out);
  return YS_OK;
}

/* Whether it is the field of keys whose function failed. */
bool ys_fields_is_undecided(const ys_field *field);

/* What ys_fields_find() would say, as far as that can be told without asking
 * anybody; NULL: it cannot. */
const ys_field *ys_fields_guess(const ys_map_type *map, int64_t at);

#endif
