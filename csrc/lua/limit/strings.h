#ifndef YSL_LIMIT_STRINGS_H
#define YSL_LIMIT_STRINGS_H

/*
 * lua/limit/strings.h - the methods of strings while closures run: closures get
 * those that core.guard_strings() was given, which charge for their work; the
 * host's code gets its own. In LuaJIT these functions do nothing.
 */

#include "lua/base/compat.h"

/* Gives strings the methods of closures. May throw. */
void ysl_strings_guard(lua_State *L);

/* Gives strings the host's methods again. */
void ysl_strings_release(lua_State *L);

/* core.guard_strings() */
extern const luaL_Reg ysl_strings_functions[];

#endif
