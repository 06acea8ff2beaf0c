#ifndef YSL_RUN_JUDGE_H
#define YSL_RUN_JUDGE_H

/*
 * lua/run/judge.h - judges a text of JSON in one call of the module, for
 * servers that do so for each request.
 *
 * Most texts have no fault, and most schemas have no functions to be asked. A
 * run without either needs nothing from Lua, so its box is kept for the next
 * one: no garbage is left, and no finalizer has to run.
 */

#include "lua/base/compat.h"

/* core.judge_json(schema, name, text, skip_validation, wanted, ordered)
 *   -> true, value | run, value, function, kind */
int ysl_judge_json(lua_State *L);

#endif
