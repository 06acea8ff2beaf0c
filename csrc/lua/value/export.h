#pragma once

/*
 * lua/value/export.h - Makes Lua values of slots. They are copies, and hold
 * nothing of the core.
 *
 * Each function pushes the value of `slot`. When Lua has no such value, it
 * pushes a problem instead and gives false. It may throw, so the owner
 * of the slot has to be entered (lua/base/owner.h).
 */

#include "core/tree/node.h"
#include "lua/base/compat.h"

/* Adds the number of slots in the value to `nodes`, which may be NULL. */
bool ysl_export_value(lua_State *L, const ys_slot *slot, uint32_t *nodes);

/* The strings of a table's keys: that of the key with number n is at n + 1.
 */
typedef struct ysl_key_strings {
  bool *are_kept; /* [count], by the number of the key */
  uint32_t count;
} ysl_key_strings;

/* Works as ysl_export_value() does, with a table of the strings of keys at
 * stack index `keys`, not a negative one. Missing strings are added. Lua then
 * needs not look for the string of each key. */
bool ysl_export_keyed(lua_State *L, const ys_slot *slot, int keys,
                      const ysl_key_strings *kept);

/* The table of each map gets a metatable with the list `keys`, in the order of
 * the map. The import understands it. */
bool ysl_export_ordered(lua_State *L, const ys_slot *slot);

/* Works as ysl_export_ordered() does, and notes the slot of each table in the
 * table at stack index `origins` (lua/value/origin.h). 0: there is none. */
bool ysl_export_known(lua_State *L, const ys_slot *slot, int origins);

/* Makes an argument of a function, which may give it back. With origins, it
 * works as ysl_export_known() does. Without (0), it notes the whole floats of
 * collections where Lua has no integers, so that they come back as floats. */
bool ysl_export_argument(lua_State *L, const ys_slot *slot, int origins);
