#ifndef YSL_LIMIT_HOOK_H
#define YSL_LIMIT_HOOK_H

/*
 * lua/limit/hook.h - the hook that ends closures.
 *
 * In Lua 5.4 it counts their instructions, on the thread of the meter. In
 * LuaJIT a hook is for all threads, and compiled traces ignore it. There it
 * counts only for meters that want this, whose closures are not compiled. For
 * others it is set when something is used up, and throws once a trace is left.
 */

#include "lua/limit/meter.h"

/* Has to be called once before the hook is used. */
void ysl_hook_prepare(lua_State *L, ysl_meters *all);

/* Sets the hook: it comes after the next instruction when something is used up,
 * or else, when instructions are counted, after a step. An allocator may call
 * it. */
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
