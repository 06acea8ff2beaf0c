#pragma once

/*
 * lua/limit/charge.h - Charges a closure for work that is done in C for it:
 * core.charge(), core.charge_time(), core.clock() and core.throw_spent().
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_charge_functions[];
