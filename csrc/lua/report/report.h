#pragma once

/*
 * lua/report/report.h - The methods of every owner of records: reports, lists
 * of violations, and records that Lua adds.
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_report_methods[];
