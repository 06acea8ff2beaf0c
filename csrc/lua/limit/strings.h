#pragma once

/*
 * lua/limit/strings.h - The methods of strings while a part of a call runs: the
 * code of closures gets those that core.guard_strings() was given, and all
 * other code the host's.
 */

#include "lua/limit/meter.h"

/* Gives strings the methods of closures, unless they have them. May throw. */
void ysl_strings_guard(lua_State *L, const ysl_meters *all);

/* Gives strings the host's methods again. */
void ysl_strings_release(lua_State *L);

/* core.guard_strings() */
extern const luaL_Reg ysl_strings_functions[];
