#ifndef YSL_TEXT_SOURCE_H
#define YSL_TEXT_SOURCE_H

/*
 * lua/text/source.h - texts that are read, as Lua userdata: core.source(),
 * core.read() and the methods of sources. Each box holds one reference to its
 * source.
 */

#include "core/tree/node.h"
#include "lua/base/compat.h"

extern const luaL_Reg ysl_source_methods[], ysl_source_functions[];

/* The source at a stack index. Throws when another value is there. */
ys_source *ysl_check_source(lua_State *L, int index);

/* Adds the source at a stack index to a space, and gives its number there. */
uint16_t ysl_add_source(lua_State *L, int index, ys_space *space);

/* Pushes a box with a new reference to the source. */
void ysl_push_source(lua_State *L, ys_source *source);

/* Method __gc of sources. */
int ysl_source_collect(lua_State *L);

#endif
