#pragma once

/* core/base/set.h - A set of things that are compared by what they contain. */

#include "core/base/memory.h"

typedef struct ys_set_row {
  void *one; /* NULL: the row is free */
  uint64_t hash;
} ys_set_row;

/* Whether a thing of a set is the one that is looked for. */
typedef bool ys_set_same(const void *about, const void *one,
                         const void *wanted);

typedef struct ys_set {
  ys_memory memory;
  ys_arena *arena; /* owns the rows; NULL: the set has to be released */
  ys_set_same *same;
  const void *about;
  ys_set_row *rows; /* NULL: it is empty; open addressing, a power of two */
  size_t capacity, count;
} ys_set;

void ys_set_release(ys_set *set);

/* Returns the thing that has this hash and is the same as `wanted`, or NULL. */
void *ys_set_find(const ys_set *set, uint64_t hash, const void *wanted);

/* Adds a thing that is not in the set. The only failure is YS_NOMEM. */
ys_status ys_set_add(ys_set *set, uint64_t hash, const void *one);

/* Goes on to the next thing after `*at`, which is 0 at first; NULL after the
 * last one. Their order says nothing. */
void *ys_set_next(const ys_set *set, size_t *at);
