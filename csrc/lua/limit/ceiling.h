#pragma once

/*
 * lua/limit/ceiling.h - The ceiling on the memory of closures: an allocator
 * that stands in for the Lua state's own while closures run.
 */

#include "core/base/memory.h"
#include "lua/limit/meter.h"

/* The state's own allocator, which no meter limits. After core.keep_memory(),
 * the C library's. */
ys_memory ysl_memory(lua_State *L);

/* The bytes that the Lua state has. -1: not known now. */
int64_t ysl_ceiling_count(lua_State *L);

/* Lowers the count of what closures have when the Lua state has less: other
 * code may have freed memory. */
void ysl_ceiling_recount(lua_State *L, ysl_meter *meter);

/* Treats a refused allocation that was not tried again as final. */
void ysl_ceiling_give_up(ysl_meter *meter);

/* Have to be called when a part of a call begins, as the innermost, and when it
 * ends. */
void ysl_ceiling_begin(const ysl_part *part);
void ysl_ceiling_end(const ysl_part *part);

/* Puts the host's allocator and its methods of strings back when no part of a
 * call runs. */
void ysl_ceiling_settle(lua_State *L, ysl_meters *all);
