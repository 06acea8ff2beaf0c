#ifndef YSL_VALUE_KEY_H
#define YSL_VALUE_KEY_H

/* lua/value/key.h - keys of Lua tables to keys of a space. */

#include "lua/value/import.h"

/* The key at a stack index, or NULL when it is neither a scalar nor null; and
 * where the map type (NULL: none) has it, or -1. */
ys_status ysl_find_key(ysl_import *import, const ys_map_type *type, int index,
                       const ys_key **key, int64_t *position);

/* Pushes what init.lua's hook makes of LuaJIT's 64-bit integer at `index`: its
 * digits, or nil when it is another cdata. */
void ysl_push_integer_text(lua_State *L, int index);

#endif
