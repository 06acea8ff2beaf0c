#include "lua/run/pool.h"

#include "core/base/pool.h"
#include "lua/limit/ceiling.h"

typedef struct box {
  ysl_box box;
  ys_pool pool;
} box;

int ysl_new_pool(lua_State *L) {
  box *b = ysl_new_box(L, YSL_POOL, sizeof *b);
  ys_pool_init(&b->pool, ysl_memory(L));
  return 1;
}

ys_memory ysl_pool_memory(lua_State *L) {
  lua_rawgeti(L, YSL_STATE, YSL_POOL_BOX);
  box *b = ysl_check_box(L, -1, YSL_POOL, sizeof *b);
  lua_pop(L, 1);
  return ys_pool_memory(&b->pool);
}

int ysl_pool_collect(lua_State *L) {
  box *b = ysl_check_box(L, 1, YSL_POOL, sizeof *b);
  ys_pool_close(&b->pool);
  return 0;
}
