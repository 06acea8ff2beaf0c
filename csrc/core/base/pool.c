#include "core/base/pool.h"

/* Blocks smaller than this are not pooled. */
enum { LARGE = 64 * 1024 };

/* How many requests of another size a kept block may see before it is freed. An
 * unused block keeps others out of the pool. 100 requests are about five large
 * runs. */
enum { PATIENCE = 100 };

/* Removes a block from the list; the others keep their order. */
static void forget(ys_pool *pool, int at) {
  pool->bytes -= pool->blocks[at].size;
  pool->count--;
  for (int i = at; i < pool->count; i++)
    pool->blocks[i] = pool->blocks[i + 1];
}

static void drop_oldest(ys_pool *pool) {
  void *ptr = pool->blocks[0].ptr;
  const size_t size = pool->blocks[0].size;
  forget(pool, 0);
  ys_memory_free(pool->memory, ptr, size);
}

static void drop_all(ys_pool *pool) {
  while (pool->count > 0)
    drop_oldest(pool);
}

static void *take(ys_pool *pool, size_t size) {
  for (int i = 0; i < pool->count; i++) {
    void *ptr = pool->blocks[i].ptr;
    pool->blocks[i].refusals++;
    if (pool->blocks[i].size != size) continue;
    forget(pool, i);
    return ptr;
  }
  while (pool->count > 0 && pool->blocks[0].refusals > PATIENCE)
    drop_oldest(pool);
  return NULL;
}

static bool keep(ys_pool *pool, void *ptr, size_t size) {
  if (pool->closed || pool->count == YS_POOL_BLOCKS ||
      size > YS_POOL_BYTES - pool->bytes)
    return false;
  pool->blocks[pool->count].ptr = ptr;
  pool->blocks[pool->count].refusals = 0;
  pool->blocks[pool->count++].size = size;
  pool->bytes += size;
  return true;
}

/* Allocates from the underlying memory. If that fails, frees all kept blocks
 * and tries again. */
static void *ask(ys_pool *pool, void *ptr, size_t oldsize, size_t newsize) {
  const ys_memory memory = pool->memory;
  void *block = memory.realloc(memory.ud, ptr, oldsize, newsize);
  if (block != NULL || newsize == 0 || pool->count == 0) return block;
  drop_all(pool);
  return memory.realloc(memory.ud, ptr, oldsize, newsize);
}

static void *pool_realloc(void *ud, void *ptr, size_t oldsize, size_t newsize) {
  ys_pool *pool = ud;
  if (ptr == NULL && newsize >= LARGE) {
    void *kept = take(pool, newsize);
    if (kept != NULL) return kept;
  }
  if (ptr != NULL && newsize == 0 && oldsize >= LARGE &&
      keep(pool, ptr, oldsize))
    return NULL;
  return ask(pool, ptr, oldsize, newsize);
}

void ys_pool_init(ys_pool *pool, ys_memory memory) {
  *pool = (ys_pool){.memory = memory};
}

ys_memory ys_pool_memory(ys_pool *pool) {
  return (ys_memory){pool_realloc, pool};
}

void ys_pool_close(ys_pool *pool) {
  pool->closed = true;
  drop_all(pool);
}
