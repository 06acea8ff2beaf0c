#ifndef YSL_VALUE_EXPORT_H
#define YSL_VALUE_EXPORT_H

/*
 * lua/value/export.h - slots to Lua values: copies, which hold nothing of the
 * core.
 */

#include "core/tree/node.h"
#include "lua/base/compat.h"

/*
 * Pushes the value of `slot` and adds the number of slots in it to `nodes`
 * (which may be NULL). When Lua has no such value, pushes a problem in words
 * instead and returns false. May throw, so whoever owns the slot is busy.
 */
bool ysl_export_value(lua_State *L, const ys_slot *slot, uint32_t *nodes);

/* The same, but that the tables of maps remember their order: each has a
 * metatable with the list `keys`, which the import understands. */
bool ysl_export_ordered(lua_State *L, const ys_slot *slot);

/* The same, but that the table at stack index `origins` (lua/value/origin.h)
 * comes to know the slot of each table. */
bool ysl_export_known(lua_State *L, const ys_slot *slot, int origins);

#endif
