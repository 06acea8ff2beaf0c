#pragma once

/*
 * lua/text/regexp.h - Regular expressions: core.matches() gives the matches of
 * a pattern in a text, as Lua userdata. The modules that closures load use it.
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_regexp_methods[], ysl_regexp_functions[];
