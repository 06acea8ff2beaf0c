#ifndef YS_BASE_POOL_H
#define YS_BASE_POOL_H

/*
 * core/base/pool.h - the large blocks of the last runs, for the next ones.
 *
 * Getting megabytes from the system and giving them back for each run costs
 * more than checking what is in them: the system clears every page. A pool
 * keeps YS_POOL_BYTES at most, and gives them back where memory is scarce. It
 * belongs to one thread.
 */

#include "core/base/memory.h"

/* As much as a run on a text of one and a half megabytes needs. */
#ifndef YS_POOL_BYTES
#define YS_POOL_BYTES ((size_t)8 << 20)
#endif

enum { YS_POOL_BLOCKS = 8 };

typedef struct ys_pool {
  ys_memory memory; /* where blocks come from, and go to in the end */
  size_t bytes;     /* in all blocks kept */
  struct {
    void *ptr;
    size_t size;
    int refusals; /* how often another size was asked for since it came */
  } blocks[YS_POOL_BLOCKS];
  int count;
  bool closed;
} ys_pool;

void ys_pool_init(ys_pool *pool, ys_memory memory);

/* Memory from the pool, which has to outlive what is taken. */
ys_memory ys_pool_memory(ys_pool *pool);

/* Frees what the pool keeps. From now on it keeps nothing, but blocks that were
 * taken may still come back. */
void ys_pool_close(ys_pool *pool);

#endif
