#include "ysl_pool.h"

enum {
  KEPT = 8,         /* blocks at most */
  LARGE = 64 * 1024 /* smaller ones are left to the allocator */
};

typedef struct pool {
  ysl_box box;
  ys_memory memory; /* the Lua state's */
  size_t bytes;     /* in all blocks kept */
  struct {
    void *ptr;
    size_t size;
  } blocks[KEPT];
  int count;
  bool closed; /* the Lua state is about to end */
} pool;

static void *take(pool *p, size_t size) {
  for (int i = 0; i < p->count; i++) {
    void *ptr = p->blocks[i].ptr;
    if (p->blocks[i].size != size) continue;
    p->blocks[i] = p->blocks[--p->count];
    p->bytes -= size;
    return ptr;
  }
  return NULL;
}

static bool keep(pool *p, void *ptr, size_t size) {
  if (p->closed || p->count == KEPT || size > YSL_POOL_BYTES - p->bytes)
    return false;
  p->blocks[p->count].ptr = ptr;
  p->blocks[p->count++].size = size;
  p->bytes += size;
  return true;
}

/* A ys_realloc_fn. */
static void *pool_realloc(void *ud, void *ptr, size_t oldsize, size_t newsize) {
  pool *p = ud;
  if (ptr == NULL && newsize >= LARGE) {
    void *kept = take(p, newsize);
    if (kept != NULL) return kept;
  }
  if (ptr != NULL && newsize == 0 && oldsize >= LARGE && keep(p, ptr, oldsize))
    return NULL;
  return p->memory.realloc(p->memory.ud, ptr, oldsize, newsize);
}

int ysl_new_pool(lua_State *L) {
  pool *p = ysl_new_box(L, YSL_POOL, sizeof *p);
  p->memory = ysl_memory(L);
  return 1;
}

ys_memory ysl_pool_memory(lua_State *L) {
  ys_memory memory = {pool_realloc, NULL};
  lua_rawgeti(L, YSL_STATE, YSL_POOL_BOX);
  memory.ud = ysl_check_box(L, -1, YSL_POOL, sizeof(pool));
  lua_pop(L, 1);
  return memory;
}

/* Runs may be collected later: from now on nothing is kept. */
int ysl_pool_collect(lua_State *L) {
  pool *p = ysl_check_box(L, 1, YSL_POOL, sizeof *p);
  p->closed = true;
  while (p->count > 0) {
    p->count--;
    ys_memory_free(p->memory, p->blocks[p->count].ptr,
                   p->blocks[p->count].size);
  }
  return 0;
}
