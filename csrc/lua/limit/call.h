#pragma once

/*
 * lua/limit/call.h - Calls of closures that a meter limits: core.begin() and
 * core.go_on().
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_call_functions[];
