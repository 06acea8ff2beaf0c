#ifndef YSL_LIMIT_CEILING_H
#define YSL_LIMIT_CEILING_H

/*
 * lua/limit/ceiling.h - the ceiling on the memory of closures: an allocator
 * that stands in for the Lua state's own while closures run.
 */

#include "core/base/memory.h"
#include "lua/limit/meter.h"

/* The state's own allocator, which no meter limits. */
ys_memory ysl_memory(lua_State *L);

/* The bytes that the Lua state has. -1: it cannot tell now. */
int64_t ysl_ceiling_count(lua_State *L);

/* Lowers what closures are said to have, when less than that is there: other
 * code may have freed it. */
void ysl_ceiling_recount(ysl_meter *meter);

/* Takes a refusal that was not asked for again for the last word. */
void ysl_ceiling_give_up(ysl_meter *meter);

/* Has to be called when a meter has been entered, as the innermost. */
void ysl_ceiling_begin(lua_State *L, ysl_meter *meter);

/* Puts the host's allocator and its methods of strings back when no meter is
 * entered. */
void ysl_ceiling_settle(lua_State *L, ysl_meters *all);

#endif
