#ifndef YSL_RUN_POOL_H
#define YSL_RUN_POOL_H

/* lua/run/pool.h - the pool (core/base/pool.h) that serves all runs of a Lua
 * state.
 */

#include "core/base/memory.h"
#include "lua/base/compat.h"

/* A lua_CFunction that makes the pool, for the module's state. */

int ysl_new_pool(lua_State *L);

/* Memory from the state's pool, which is good as long as the Lua state is. */
ys_memory ysl_pool_memory(lua_State *L);

/* Method __gc of pools: runs may be collected later. */
int ysl_pool_collect(lua_State *L);

#endif
