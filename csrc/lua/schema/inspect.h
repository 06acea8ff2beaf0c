#ifndef YSL_SCHEMA_INSPECT_H
#define YSL_SCHEMA_INSPECT_H

/* lua/schema/inspect.h - compiled schemas told to others. Methods of schemas.
 */

#include "lua/base/compat.h"

/* schema:describe(texts) -> value | nil, problem */
int ysl_describe(lua_State *L);

/* schema:inspect(format) -> text, unsaid | nil, problem */
int ysl_inspect(lua_State *L);

#endif
