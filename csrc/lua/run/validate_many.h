#pragma once

/*
 * lua/run/validate_many.h - Validates each document of a file, or of some
 * lines, in one call of the module, for the validation of many documents
 * (lua/run/validate.h says why).
 */

#include "lua/base/compat.h"

/* core.validate_file(schema, name, path, max_bytes, skip_validation)
 *   -> line, ... | nil, source | nil, problem */
int ysl_validate_file(lua_State *L);

/* core.validate_lines(schema, text, from, skip_validation) -> count, next */
int ysl_validate_lines(lua_State *L);
