#ifndef YSL_SCHEMA_OUTLINE_H
#define YSL_SCHEMA_OUTLINE_H

/* lua/schema/outline.h - the fields of a compiled schema as Lua tables, with
 * their places, from which lua/yschema/comparison finds what differs. */

#include "lua/base/compat.h"

/*
 * schema:outline() -> field
 *
 * A field is the same table wherever it stands, so the tables of a schema that
 * contains itself refer to each other in a circle.
 */
int ysl_outline(lua_State *L);

#endif
