#ifndef YS_TREE_SEEN_H
#define YS_TREE_SEEN_H

/* Values met so far, to find one that is equal to another: by their hashes, in
 * open addressing, at most half full. */

#include "core/tree/node.h"

typedef struct ys_seen_entry {
  const ys_slot *item; /* NULL: free */
  uint64_t hash;
  uint32_t index;
} ys_seen_entry;

typedef struct ys_seen {
  ys_memory memory;
  ys_seen_entry *table;
  size_t bytes;
  size_t mask;
  uint64_t seed;
} ys_seen;

/* For so many values; `seed` makes hashes that nobody can foresee. To be
 * closed. */
ys_status ys_seen_open(ys_seen *seen, ys_memory memory, size_t count,
                       uint64_t seed);

/* Puts a value in, under its index; or finds one that is equal to it and was
 * put in before. */
const ys_seen_entry *ys_seen_meet(ys_seen *seen, const ys_slot *item,
                                  uint32_t index);

void ys_seen_close(ys_seen *seen);

#endif
