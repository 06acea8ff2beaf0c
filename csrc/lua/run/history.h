#ifndef YSL_RUN_HISTORY_H
#define YSL_RUN_HISTORY_H

/* lua/run/history.h - what happened to the nodes of a result
 * (core/history/history.h), as Lua tables and behind the lines of the result.
 */

#include "lua/run/run.h"

/* run:history() -> trail: see csrc/lua/README.md */
int ysl_history(lua_State *L);

/* run:annotated() -> string: the result as YAML, with the place of each value
 * behind its line */
int ysl_annotated(lua_State *L);

#endif
