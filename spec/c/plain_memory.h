#ifndef PLAIN_MEMORY_H
#define PLAIN_MEMORY_H

/* plain_memory.h - Memory from the C library, for tests, fuzzers and the
 * benchmark. */

#include <stdlib.h>

#include "core/base/memory.h"

static inline void *plain_realloc(void *ud, void *ptr, size_t oldsize,
                                  size_t newsize) {
  (void)ud;
  (void)oldsize;
  if (newsize > 0) return realloc(ptr, newsize);
  free(ptr);
  return NULL;
}

static const ys_memory plain_memory = {plain_realloc, NULL};

#endif
