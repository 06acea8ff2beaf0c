#pragma once

/*
 * lua/document/layout.h - where the nodes of a text are written, as Lua tables.
 */

#include "core/yaml/layout.h"
#include "lua/base/compat.h"

/* Pushes the table of a node without those below it. */
void ysl_push_layout(lua_State *L, const ys_layout *node);

/* Pushes a list of the roots that have a part between two offsets, with the
 * nodes below them that have one, each with its `number`; or a problem and
 * false. */
bool ysl_push_layouts_within(lua_State *L, const ys_layouts *layouts,
                             size_t first, size_t last);

/* Pushes a list with a table for each document, or a problem and false, if the
 * nodes are nested too deeply for Lua. csrc/lua/README.md describes the
 * tables. */
bool ysl_push_layouts(lua_State *L, const ys_layouts *layouts);
