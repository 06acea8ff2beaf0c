#pragma once

/*
 * lua/base/stack.h - Helpers for the Lua stack: arguments, results, problems,
 * and errors of memory.
 */

#include "core/base/str.h"
#include "lua/base/compat.h"

/* The error of Lua when memory is missing, which LuaJIT throws, too. */
#define YSL_NO_MEMORY "not enough memory"

/* Throws it. */
int ysl_no_memory(lua_State *L);

/* Makes room for values on the stack. False: the stack would be longer than Lua
 * allows. Throws when there is no memory, as LuaJIT does by itself. */
bool ysl_reserve_stack(lua_State *L, int slots);

/* Whether `status` is YS_OK. Throws when it is YS_NOMEM. */
bool ysl_check_status(lua_State *L, ys_status status);

/* Pushes true when `status` is YS_OK, or else nil, and gives 1. Throws when it
 * is YS_NOMEM. */
int ysl_push_done(lua_State *L, ys_status status);

/* The string at `index`. Throws when another value is there. */
ys_str ysl_check_str(lua_State *L, int index);

/* The line or column at `index`, 0 for none. Throws when it cannot be one. */
uint32_t ysl_check_position(lua_State *L, int index);

/* Pushes the text, or nil when it is empty. */
void ysl_push_text(lua_State *L, ys_str text);

/* Set a field of the table at the top. */
void ysl_set_true(lua_State *L, const char *name);
void ysl_set_text(lua_State *L, const char *name, ys_str text);
/* The same, unless the text is empty. */
void ysl_set_given(lua_State *L, const char *name, ys_str text);
void ysl_set_number(lua_State *L, const char *name, size_t number);

/* Pushes nil and a problem; gives 2. */
int ysl_fail(lua_State *L, const char *problem);

/* Puts nil below the problem at the top; gives 2. */
int ysl_fail_top(lua_State *L);
