#pragma once

/*
 * lua/text/buffer.h - Texts that the core writes piece by piece, as Lua
 * userdata: the collector frees one when an error keeps it from being pushed.
 * core.printable(): texts for a terminal or a log (core/text/escape.h).
 */

#include "core/base/str.h"
#include "lua/base/compat.h"

/* Pushes an empty buffer. */
ys_buf *ysl_new_buffer(lua_State *L);

/* The buffer at a stack index. */
ys_buf *ysl_buffer_at(lua_State *L, int index);

/* Pushes the text in the buffer, and empties it. Throws when memory ran out. */
void ysl_push_buffer(lua_State *L, ys_buf *buf);

/* A Lua function: calls the function of its second argument with the text in
 * the buffer of its first, and returns its two results. */
int ysl_give_buffer(lua_State *L);

/* Method __gc of buffers. */
int ysl_buffer_collect(lua_State *L);

extern const luaL_Reg ysl_buffer_functions[];
