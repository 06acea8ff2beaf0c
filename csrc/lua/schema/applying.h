#pragma once

/* lua/schema/applying.h - what a JSON Schema says about a place in a value
 * (core/jsonplace/applying.h). */

#include "lua/base/compat.h"

/* schema:apply_json(text, steps, is_open) -> { subschema..., keys = { { key,
 * required, subschema... }... } } */
int ysl_apply_json(lua_State *L);
