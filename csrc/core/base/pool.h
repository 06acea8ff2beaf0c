#pragma once

/*
 * core/base/pool.h - Keeps the large blocks of finished runs for the next ones.
 *
 * To get megabytes from the system and give them back for each run costs more
 * than to check what is in them, because the system clears every page. A pool
 * keeps at most YS_POOL_BYTES, and frees them when memory is scarce. A pool
 * must be used by one thread only.
 */

#include "core/base/memory.h"

/* Enough for a run on a text of 1.5 MB. */
#ifndef YS_POOL_BYTES
#define YS_POOL_BYTES ((size_t)8 << 20)
#endif

enum { YS_POOL_BLOCKS = 8 };

typedef struct ys_pool {
  ys_memory memory; /* blocks come from here and are returned here */
  size_t bytes;     /* the sum over all kept blocks */
  struct {
    void *ptr;
    size_t size;
    int refusals; /* requests of another size since the block was kept */
  } blocks[YS_POOL_BLOCKS];
  int count;
  bool closed;
} ys_pool;

void ys_pool_init(ys_pool *pool, ys_memory memory);

/* Returns an allocator that uses the pool. The pool must outlive the memory
 * that is allocated from it. */
ys_memory ys_pool_memory(ys_pool *pool);

/* Frees the kept blocks. Afterwards the pool keeps nothing, but blocks that
 * were allocated from it may still be returned to it. */
void ys_pool_close(ys_pool *pool);
