#pragma once

/* lua/schema/outline.h - The fields of a compiled schema as Lua tables, for
 * lua/yschema/comparison and lua/yschema/checker. */

#include "lua/base/compat.h"

/*
 * schema:outline() -> field
 * schema:outline(most) -> field, array_mt, empty_array_mt | nothing
 *
 * A field is the same table wherever it occurs, so the tables of a recursive
 * schema refer to each other in a circle.
 *
 * With `most`, the tables have only what decides about values, and tests of
 * texts; maps in them are plain tables. Nothing: the schema is recursive, has
 * more than `most` fields, or validates by a JSON Schema.
 */
int ysl_outline(lua_State *L);
