#pragma once

/*
 * lua/run/validate.h - Validates a JSON text in one call of the module, for
 * servers that do so for each request.
 *
 * Most texts have no violation, and most schemas have no functions to call. A
 * run without either needs nothing from Lua, so its userdata is kept for the
 * next one: no garbage is left, and no finalizer has to run.
 */

#include "lua/run/run.h"

/* core.validate_json(schema, name, text, skip_validation, wanted, ordered,
 * most) -> true, value | run, value, function, kind */
int ysl_validate_json(lua_State *L);

/* Pushes the kept userdata, as a new one is, or a new one. While it is in use
 * none is kept, because functions of a schema may validate texts, too. */
ysl_run *ysl_take_ud(lua_State *L);

/* Closes the run at a stack index, to which there is no other reference, and
 * keeps its userdata. */
void ysl_keep_ud(lua_State *L, int index, ysl_run *ud);
