#pragma once

/* lua/document/layout.h - The layout of a text (core/yaml/layout.h) as Lua
 * tables. */

#include "core/yaml/layout.h"
#include "lua/base/compat.h"

/* Pushes the table of a node without those below it. */
void ysl_push_layout(lua_State *L, const ys_layout *node);

/* The problem of a text that has no layout. */
#define YSL_NO_LAYOUT "it is written in a way that is not understood"

/* documents:layout(first, last) -> layouts | nil, problem: a list with a table
 * for each document; between two bytes, only what has a part there.
 * csrc/lua/README.md describes the tables. */
int ysl_layout(lua_State *L);
