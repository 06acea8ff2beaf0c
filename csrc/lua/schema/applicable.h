#pragma once

/* lua/schema/applicable.h - The subschemas of a JSON Schema that apply to a
 * place in a value (core/jsonplace/applicable.h). */

#include "lua/base/compat.h"

/* schema:apply_json(text, steps, is_open) -> { subschema..., keys = { { key,
 * required, subschema... }... } } */
int ysl_apply_json(lua_State *L);
