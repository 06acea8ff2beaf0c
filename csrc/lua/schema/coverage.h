#pragma once

/* lua/schema/coverage.h - The methods of schemas about the points of their
 * coverage (core/coverage/coverage.h). */

#include "lua/base/compat.h"

int ysl_points(lua_State *L);
int ysl_change(lua_State *L);
int ysl_reached(lua_State *L);
