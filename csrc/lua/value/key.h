#pragma once

/* lua/value/key.h - Makes keys of a space of the keys of Lua tables. */

#include "lua/value/import.h"

/*
 * Sets `key` to the key at a stack index, or to NULL when it is neither a
 * scalar nor null. Sets `position` to its place in the map type, or to -1 when
 * the type does not have it. `type` may be NULL.
 */
ys_status ysl_find_key(ysl_import *import, const ys_map_type *type, int index,
                       const ys_key **key, int64_t *position);

/* Pushes the digits of LuaJIT's 64-bit integer at `index`, which
 * core.hooks.integer_text() makes, or nil when it is another cdata. */
void ysl_push_integer_text(lua_State *L, int index);
