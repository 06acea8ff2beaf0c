#ifndef YSL_SCHEMA_FIELDS_H
#define YSL_SCHEMA_FIELDS_H

/* lua/schema/fields.h - the fields of a compiled schema as Lua tables, from
 * which lua/yschema/checker generates functions. */

#include "core/type/type.h"
#include "lua/base/compat.h"

/* Sets `kinds`, the set of kinds that a field takes, and `kind` in the table on
 * top of the stack. */
void ysl_set_kinds(lua_State *L, const ys_field *field);

/* schema:fields() -> field, array_mt, empty_array_mt | nil: the schema contains
 * itself, or has more than 2,500 fields */
int ysl_fields(lua_State *L);

#endif
