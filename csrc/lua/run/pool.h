#pragma once

/* lua/run/pool.h - The pool of memory (core/base/pool.h) that all runs of a Lua
 * state share. */

#include "core/base/memory.h"
#include "lua/base/compat.h"

/* A lua_CFunction that makes the pool, for the module's state. */
int ysl_new_pool(lua_State *L);

/* Memory from the state's pool. It is good as long as the Lua state is there.
 */
ys_memory ysl_pool_memory(lua_State *L);

/* Method __gc of the pool. Runs may be collected after it. */
int ysl_pool_collect(lua_State *L);
