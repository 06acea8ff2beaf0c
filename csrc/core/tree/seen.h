#pragma once

/* core/tree/seen.h - A hash table of values, to find a value that is equal to
 * an earlier one. It uses open addressing and is at most half full. */

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

/* Makes a table for `count` values, which the caller must close. An
 * unpredictable `seed` makes unpredictable hashes. */
ys_status ys_seen_open(ys_seen *seen, ys_memory memory, size_t count,
                       uint64_t seed);

/* Returns the earlier value that is equal to `item`, or adds `item` with its
 * index and returns NULL. A value with a nan in it is never added. */
const ys_seen_entry *ys_seen_meet(ys_seen *seen, const ys_slot *item,
                                  uint32_t index);

void ys_seen_close(ys_seen *seen);
