#ifndef YSL_RUN_HISTORY_H
#define YSL_RUN_HISTORY_H

/* lua/run/history.h - what happened to the nodes of a result
 * (core/history/history.h), as Lua tables and behind the lines of the result.
 */

#include "lua/run/run.h"

/* run:history(show) -> trail: see csrc/lua/README.md. With `show`, also what is
 * sensitive, unless it was asked without before. */
int ysl_history(lua_State *L);

/* run:annotated(hide) -> string: the result as YAML, with the place of each
 * value behind its line; with `hide`, sensitive values are masked */
int ysl_annotated(lua_State *L);

#endif
