#pragma once

/* lua/report/added.h - Methods by which Lua adds records to a report. */

#include "lua/base/compat.h"

/* owner:add_error(code, file, arg1, arg2): a record about no line of `file`. */
int ysl_report_add_error(lua_State *L);

/* owner:add_error_at(code, source, line, column, arg1, arg2, calls): a record
 * about a place in a source. */
int ysl_report_add_error_at(lua_State *L);

/* owner:correct(word, meant): the last record is about a word, and another word
 * was meant */
int ysl_report_correct(lua_State *L);

/* owner:add_violation(code, source, line, column, by_source, by_line, path,
 * rule, arg1, arg2, arg3, arg4): a record about a value. */
int ysl_report_add_violation(lua_State *L);
