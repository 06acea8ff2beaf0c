#ifndef YS_TREE_KEYSET_H
#define YS_TREE_KEYSET_H

/*
 * core/tree/keyset.h - the keys of a map that was read: each stands there once,
 * and
 * `<<` adds what other maps have (reference#merge-keys).
 */

#include "core/tree/node.h"

/* A set of entries by their keys, used again for map after map. */
typedef struct ys_keyset {
  ys_space *space;
  struct ys_keyset_entry *table; /* not of the arena */
  uint32_t capacity;
  uint32_t stamp; /* entries of earlier maps are free */
} ys_keyset;

/* What was begun is to be released; the space, which gets the records, is the
 * caller's. */
void ys_keyset_init(ys_keyset *set, ys_space *space);
void ys_keyset_release(ys_keyset *set);

/* Records every entry whose key an earlier entry of the map has. */
ys_status ys_map_check_keys(ys_keyset *set, const ys_slot *map);

/*
 * Adds the entries of the map, or of the array of maps, in `merge` that `map`
 * does not have, behind its entry `after` (NULL: in front of all). Of several
 * maps, the first that has a key gives it.
 */
ys_status ys_map_merge(ys_keyset *set, ys_slot *map, const ys_slot *merge,
                       ys_slot *after);

#endif
