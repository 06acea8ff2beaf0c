#pragma once

/*
 * lua/document/lookup.h - Single nodes of the layout of a text, as Lua tables.
 * Editors ask for what is at their cursor, and the tables of all nodes would
 * take longer than reading the text.
 */

#include "lua/base/compat.h"

/* core.layout(source, options) -> documents | nil: documents that only have the
 * layout of the text. Nothing: the text has to be parsed. */
int ysl_layout_alone(lua_State *L);

/* documents:at(byte) -> list | nil, problem: the nodes at a byte */
int ysl_layout_at(lua_State *L);

/* documents:symbols(text, unit, uri) -> string | nil, problem: the symbols of a
 * text as JSON of the Language Server Protocol: see core/print/structure.h. The
 * unit is "utf-8", "utf-16" or "utf-32". Without a URI they are a tree. */
int ysl_layout_symbols(lua_State *L);

/* documents:folds(text) -> string | nil, problem: what can be folded */
int ysl_layout_folds(lua_State *L);

/* documents:root(document) -> node | nothing | nil, problem: its root */
int ysl_layout_root(lua_State *L);

/* documents:below(most, document, number...) -> list | nil, problem: the nodes
 * below the one to which the numbers lead */
int ysl_layout_below(lua_State *L);
