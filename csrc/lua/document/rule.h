#pragma once

/*
 * lua/document/rule.h - Named rules for Lua code, without a schema:
 * core.rule_test(), core.rule_phrase() and core.nearest().
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_rule_functions[];
