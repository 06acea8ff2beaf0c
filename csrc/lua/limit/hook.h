#pragma once

/*
 * lua/limit/hook.h - The hook that ends closures.
 *
 * In Lua 5.4 it counts their instructions, on the thread of the closure. In
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
void ysl_hook_arm(lua_State *L, const ysl_meter *meter);

/* Sets the hook for a part of a call, which then has the host's hook, and puts
 * that back. */
void ysl_hook_begin(ysl_part *part);
void ysl_hook_end(const ysl_part *part);

/* Charges a call that has ended to the call around it. */
void ysl_hook_pay(const ysl_meters *all, int64_t cost);

/* core.has_own_hook() */
extern const luaL_Reg ysl_hook_functions[];
