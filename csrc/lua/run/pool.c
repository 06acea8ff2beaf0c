#include "lua/run/pool.h"

#include "core/base/pool.h"
#include "lua/limit/ceiling.h"

typedef struct ud {
  ysl_userdata ud;
  ys_pool pool;
} ud;

int ysl_new_pool(lua_State *L) {
  ud *b = ysl_new_userdata(L, YSL_POOL, sizeof *b);
  ys_pool_init(&b->pool, ysl_memory(L));
  return 1;
}

ys_memory ysl_pool_memory(lua_State *L) {
  lua_rawgeti(L, YSL_STATE, YSL_POOL_UD);
  ud *b = ysl_check_userdata(L, -1, YSL_POOL, sizeof *b);
  lua_pop(L, 1);
  return ys_pool_memory(&b->pool);
}

int ysl_pool_collect(lua_State *L) {
  ud *b = ysl_check_userdata(L, 1, YSL_POOL, sizeof *b);
  ys_pool_close(&b->pool);
  return 0;
}
