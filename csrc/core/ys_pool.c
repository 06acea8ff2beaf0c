#include "ys_pool.h"

/* Smaller blocks are left to the allocator. */
enum { LARGE = 64 * 1024 };

static void *take(ys_pool *pool, size_t size) {
  for (int i = 0; i < pool->count; i++) {
    void *ptr = pool->blocks[i].ptr;
    if (pool->blocks[i].size != size) continue;
    pool->blocks[i] = pool->blocks[--pool->count];
    pool->bytes -= size;
    return ptr;
  }
  return NULL;
}

static bool keep(ys_pool *pool, void *ptr, size_t size) {
  if (pool->closed || pool->count == YS_POOL_BLOCKS ||
      size > YS_POOL_BYTES - pool->bytes)
    return false;
  pool->blocks[pool->count].ptr = ptr;
  pool->blocks[pool->count++].size = size;
  pool->bytes += size;
  return true;
}

/* A ys_realloc_fn. */
static void *pool_realloc(void *ud, void *ptr, size_t oldsize, size_t newsize) {
  ys_pool *pool = ud;
  if (ptr == NULL && newsize >= LARGE) {
    void *kept = take(pool, newsize);
    if (kept != NULL) return kept;
  }
  if (ptr != NULL && newsize == 0 && oldsize >= LARGE &&
      keep(pool, ptr, oldsize))
    return NULL;
  return pool->memory.realloc(pool->memory.ud, ptr, oldsize, newsize);
}

void ys_pool_init(ys_pool *pool, ys_memory memory) {
  *pool = (ys_pool){.memory = memory};
}

ys_memory ys_pool_memory(ys_pool *pool) {
  return (ys_memory){pool_realloc, pool};
}

void ys_pool_close(ys_pool *pool) {
  pool->closed = true;
  while (pool->count > 0) {
    pool->count--;
    ys_memory_free(pool->memory, pool->blocks[pool->count].ptr,
                   pool->blocks[pool->count].size);
  }
  pool->bytes = 0;
}
