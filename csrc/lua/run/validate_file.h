#ifndef YSL_RUN_VALIDATE_FILE_H
#define YSL_RUN_VALIDATE_FILE_H

/*
 * lua/run/validate_file.h - validates each document of a file in one call of
 * the module, for the validation of many files (lua/run/validate.h says why).
 */

#include "lua/base/compat.h"

/* core.validate_file(schema, name, path, max_bytes, skip_validation)
 *   -> line, ... | nil, source | nil, problem */
int ysl_validate_file(lua_State *L);

#endif
