#pragma once

/*
 * lua/limit/meters.h - Makes meters, asks whether a limit is used up, and ends
 * them: the part that needs the hook and the allocator.
 */

#include "lua/limit/meter.h"

/* A lua_CFunction that makes the meters of a Lua state, for the module's state.
 */
int ysl_new_meters(lua_State *L);

/*
 * Pushes a meter with the budget at stack index 1 and the ceiling at 2, which
 * may be nil for no limit; gives 1. `asked` is the number of questions of a
 * run, each of which has the whole budget. It has to live as long as the meter
 * is used. NULL: each call has the whole budget. When there is true at 4, a
 * call around one of the meter does not pay for it. LuaJIT counts instructions
 * when there is true at 5.
 */
int ysl_new_meter(lua_State *L, const uint32_t *asked);

/* Whether something is used up. A refused allocation that was not tried again
 * counts.
 */
bool ysl_meter_is_over(ysl_meter *meter);

/* Throws when the closure that runs has used up something: it has caught the
 * error about it, or ends before the hook comes. */
void ysl_meter_throw_spent(lua_State *L);

/* Method __gc, at the end of the Lua state. */
int ysl_meters_collect(lua_State *L);
