#ifndef YSL_LIMIT_METER_H
#define YSL_LIMIT_METER_H

/*
 * lua/limit/meter.h - what closures use up: instructions, work in C, and
 * memory.
 *
 * A meter is for the calls of closures in one run. While such a call runs on
 * its thread, the Lua state's allocator is ours, which counts and refuses what
 * goes beyond the ceiling; and in Lua 5.4 a hook counts instructions. The host
 * is never limited: not between the calls, not while a closure has yielded, and
 * not in what the core does for a closure's sake. LuaJIT counts no
 * instructions, since compiled traces ignore hooks.
 *
 * When something is used up, the call fails, whatever the closure has caught.
 */

#include "lua/base/compat.h"

/* Makes what all meters of a Lua state share, for the module's state. */

int ysl_new_meters(lua_State *L);

/*
 * Pushes a meter for the budget at stack index 1 and the ceiling at 2; nil or
 * none: there is none. `asked` counts the questions of a run, each of which has
 * the whole budget; it lives as long as the meter is used. NULL: the budget is
 * for each call. Gives 1.
 */
int ysl_new_meter(lua_State *L, const uint32_t *asked);

/* What the core allocates from now on, for values that it hands to closures, is
 * not theirs: to be undone with what it gives. */
bool ysl_meter_pause(lua_State *L);
void ysl_meter_resume(lua_State *L, bool before);

/* Methods __gc. */
int ysl_meters_collect(lua_State *L);
int ysl_meter_collect(lua_State *L);

extern const luaL_Reg ysl_meter_functions[];

#endif
