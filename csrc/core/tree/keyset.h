#pragma once

/*
 * core/tree/keyset.h - Checks the keys of a parsed map for duplicates, and adds
 * the entries that `<<` merges into it (reference#merge-keys).
 */

#include "core/tree/node.h"

/* A set of map entries by key. It is used again for map after map. */
typedef struct ys_keyset {
  ys_space *space;
  struct ys_keyset_entry *table; /* allocated outside the arena */
  uint32_t capacity;
  uint32_t stamp; /* entries with an older stamp are free */
} ys_keyset;

/* Starts an empty set, which the caller must release. The space belongs to the
 * caller and receives the records. */
void ys_keyset_init(ys_keyset *set, ys_space *space);
void ys_keyset_release(ys_keyset *set);

/* Records every entry whose key an earlier entry of the map has. */
ys_status ys_map_check_keys(ys_keyset *set, const ys_slot *map);

/*
 * Merges `merge`, a map or an array of maps, into `map`: adds the entries whose
 * keys `map` does not have, after its entry `after` (NULL: at the front). If
 * several maps have a key, the first of them provides the entry.
 */
ys_status ys_map_merge(ys_keyset *set, ys_slot *map, const ys_slot *merge,
                       ys_slot *after);
