#ifndef YSL_LIMIT_HOOK_H
#define YSL_LIMIT_HOOK_H

/*
 * lua/limit/hook.h - the hook that counts the instructions of closures in
 * Lua 5.4. In LuaJIT these functions do nothing.
 */

#include "lua/limit/meter.h"

/* Has to be called once before the hook is used. */
void ysl_hook_prepare(lua_State *L, ysl_meters *all);

/* Sets the hook on the meter's thread: it comes after the next instruction when
 * something is used up, or else after a step. */
void ysl_hook_arm(const ysl_meter *meter);

/* Notes the host's hook in the meter. */
void ysl_hook_save(lua_State *L, ysl_meter *meter);

/* Puts it back when the last call on this thread ends. A call around the one
 * that ends pays its cost. */
void ysl_hook_restore(lua_State *L, ysl_meters *all, const ysl_meter *meter,
                      int64_t cost);

/* core.has_own_hook() */
extern const luaL_Reg ysl_hook_functions[];

#endif
