#ifndef YSL_LIMIT_CALL_H
#define YSL_LIMIT_CALL_H

/*
 * lua/limit/call.h - calls of closures that a meter limits: core.caller() in
 * Lua 5.4, core.enter() and core.leave() in LuaJIT.
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_call_functions[];

#endif
