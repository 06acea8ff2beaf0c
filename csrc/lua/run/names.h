#pragma once

/* lua/run/names.h - the names in a result (core/refer/names.h). */

#include <lua.h>

/* run:names(path) -> names | nil, problem: the different names at a path from
 * the root of the result, as texts whose first character says the type. */
int ysl_names_at(lua_State *L);
