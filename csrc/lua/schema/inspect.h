#pragma once

/* lua/schema/inspect.h - The methods of a compiled schema that describe it. */

#include "lua/base/compat.h"

/* schema:describe(texts) -> value | nil, problem */
int ysl_describe(lua_State *L);

/* schema:inspect(format) -> text, losses | nil, problem */
int ysl_inspect(lua_State *L);
