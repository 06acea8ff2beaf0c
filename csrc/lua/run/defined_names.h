#pragma once

/* lua/run/defined_names.h - The names in a result (core/reference/name_set.h).
 */

#include <lua.h>

/* run:names(path) -> names | nil, problem: the different names at a path from
 * the root of the result, as texts whose first character says the type. */
int ysl_names_at(lua_State *L);
