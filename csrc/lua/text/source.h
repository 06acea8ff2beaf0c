#pragma once

/*
 * lua/text/source.h - Texts that are read, as Lua userdata: core.source(),
 * core.read() and the methods of sources; core.digest(). Each userdata holds
 * one reference to its source.
 */

#include "core/tree/node.h"
#include "lua/base/compat.h"

extern const luaL_Reg ysl_source_methods[], ysl_source_functions[];

/* The source at a stack index. Throws when another value is there. */
ys_source *ysl_check_source(lua_State *L, int index);

/* Adds the source at a stack index to a space, and gives its number there. */
uint16_t ysl_add_source(lua_State *L, int index, ys_space *space);

/* The same, unless the space has it: then gives its number there. */
uint16_t ysl_find_source(lua_State *L, int index, ys_space *space);

/* Pushes a userdata with a new reference to the source. */
void ysl_push_source(lua_State *L, ys_source *source);

/* Pushes the text of a source, made readable by core/tolerant/readable.h, and
 * the number of repairs; gives 2. `known`: the records of a reader, or NULL. */
int ysl_push_readable(lua_State *L, ys_source *source, const ys_limits *limits,
                      const ys_diags *known);

/* The number of bytes at a stack index that a file may have. */
size_t ysl_check_most(lua_State *L, int index);

/* Reads a file as ys_source_read() does. One whose name ends with .json is
 * JSON. The caller owns the reference. */
ys_status ysl_read_source(lua_State *L, ys_str name, ys_str path,
                          ys_readable kind, size_t most, ys_source **out,
                          const char **problem);

/* Method __gc of sources. */
int ysl_source_collect(lua_State *L);
