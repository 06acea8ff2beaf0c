#ifndef YSL_POOL_H
#define YSL_POOL_H

/*
 * ysl_pool.h - the large blocks of the last runs, for the next ones.
 *
 * Getting megabytes from the system and giving them back for each run costs
 * more than checking what is in them: the system clears every page. One pool
 * serves all runs of a Lua state, and keeps at most YSL_POOL_BYTES.
 */

#include "ysl_box.h"

#ifndef YSL_POOL_BYTES
#define YSL_POOL_BYTES ((size_t)4 << 20)
#endif

/* A lua_CFunction that makes the pool, for the module's state. */
int ysl_new_pool(lua_State *L);

/* Memory from the state's pool, which is good as long as the Lua state is. */
ys_memory ysl_pool_memory(lua_State *L);

/* Method __gc of pools. */
int ysl_pool_collect(lua_State *L);

#endif
