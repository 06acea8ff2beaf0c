#pragma once

/*
 * lua/text/listed.h - Names in a text that has a zero byte after each, as
 * `find -print0` writes them. A list of very many files stays one text: a Lua
 * string for each name takes more time and memory than reading the list, and
 * the collector would visit all of them again in each process.
 */

#include "lua/base/compat.h"

/* core.listed_names(text) -> count, places
 * core.listed_name(text, places, number) -> name */
extern const luaL_Reg ysl_listed_functions[];
