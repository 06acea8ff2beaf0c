#pragma once

/* lua/schema/text_tests.h - Lua functions that test texts by the formats and
 * patterns of a schema, for lua/yschema/checker. */

#include "core/type/type.h"
#include "lua/base/compat.h"

/* Set the field `test` of the table at the top. The schema is at stack index 1.
 * For a format, ysl_set_rule_test() also sets `most`, the largest integer that
 * is valid, or -1. Both do nothing where the core needs no such test. */
void ysl_set_rule_test(lua_State *L, const ys_rule *rule);
void ysl_set_key_test(lua_State *L, const ys_open *open);
