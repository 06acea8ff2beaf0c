#pragma once

/*
 * core/type/fields.h - Finds the field of a map type that an entry belongs to.
 *
 * A key without a named field may belong to an open field. Fields are tried in
 * the order in which they stand in the schema (reference#keys-in-order).
 *
 * The space remembers the answers, so each regular expression or function is
 * asked only once for each key of a map type. The functions are called through
 * ys_host_of().
 */

#include "core/type/type.h"

/* Does the work of ys_fields_find() when there are open fields. `at` is the
 * position of the key in the shape, or -1 if it is not there. */
ys_status ys_fields_find_open(ys_space *space, const ys_map_type *map,
                              const ys_key *key, int64_t at,
                              const ys_field **out);

/*
 * Finds the field of a key. NULL means that the map may not have the key.
 * `expect` is the position where the caller expects the key; it is updated for
 * the next call. If a function fails, an error is recorded and the key may have
 * any value.
 */
static inline ys_status ys_fields_find(ys_space *space, const ys_map_type *map,
                                       const ys_key *key, uint32_t *expect,
                                       const ys_field **out) {
  const int64_t at = ys_shape_find(map->shape, key, *expect);
  if (at >= 0) *expect = (uint32_t)at + 1;
  if (at >= 0 && !map->shadowed)
    *out = &map->fields[at];
  else if (map->open_count == 0)
    *out = NULL;
  else
    return ys_fields_find_open(space, map, key, at, out);
  return YS_OK;
}

/* Does what ys_fields_find() does, when functions cannot be called any more: a
 * key about which one would have to be asked, or has failed, has no field. */
ys_status ys_fields_find_later(ys_space *space, const ys_map_type *map,
                               const ys_key *key, uint32_t *expect,
                               const ys_field **out);

/* Whether this is the field of keys whose function has failed. */
bool ys_fields_is_undecided(const ys_field *field);

/* Gives the result of ys_fields_find() if it can be reported without calling a
 * function or searching for a pattern; else NULL. */
const ys_field *ys_fields_guess(const ys_map_type *map, int64_t at);
