#ifndef COUNTED_MEMORY_H
#define COUNTED_MEMORY_H

/* counted_memory.h - Memory from the C library that knows how much of it is
 * held, and that can be made to run out. */

#include <stdlib.h>

#include "core/base/str.h"

/* Counts what is held, and refuses when `left` allocations have been made, or
 * when more than `most` would be held. */
typedef struct counter {
  size_t held;
  long left;   /* negative: never refuse */
  size_t most; /* 0: never refuse */
} counter;

static inline void *counted_realloc(void *ud, void *ptr, size_t oldsize,
                                    size_t newsize) {
  counter *c = ud;
  if (newsize == 0) {
    c->held -= oldsize;
    free(ptr);
    return NULL;
  }
  if (c->left == 0 || (c->most > 0 && c->held + newsize > c->most)) return NULL;
  if (c->left > 0) c->left--;
  void *block = realloc(ptr, newsize);
  if (block != NULL) c->held += newsize - (ptr == NULL ? 0 : oldsize);
  return block;
}

static counter count = {0, -1, 0};
static const ys_memory memory = {counted_realloc, &count};

static inline bool same(ys_str actual, const char *expected) {
  return ys_str_eq(actual, ys_cstr(expected));
}

#endif
