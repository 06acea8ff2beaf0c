#ifndef YSL_SCHEMA_FIELDS_H
#define YSL_SCHEMA_FIELDS_H

/* lua/schema/fields.h - the fields of a compiled schema as Lua tables, from
 * which lua/yschema/checker generates functions. */

#include "lua/base/compat.h"

/* schema:fields() -> field, array_mt, empty_array_mt | nil: the schema contains
 * itself, or has more than 2,500 fields */
int ysl_fields(lua_State *L);

#endif
