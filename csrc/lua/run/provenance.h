#pragma once

/* lua/run/provenance.h - The provenance of a result
 * (core/provenance/provenance.h) as Lua tables, and as comments of the result.
 */

#include "lua/run/run.h"

/* run:provenance(show) -> origin: see csrc/lua/README.md. With `show`, also
 * what is sensitive, unless it was asked without before. */
int ysl_provenance(lua_State *L);

/* run:origin(step...) -> origin | nothing: that of the node to which the steps
 * lead, without those below it; sensitive values are masked */
int ysl_origin(lua_State *L);

/* run:last_place(step...) -> file, line | nothing: the place of the last event
 * of the origin to which the steps lead, unless the schema gave the value */
int ysl_last_place(lua_State *L);

/* run:annotated(mask) -> string: the result as YAML, with the place of each
 * value after its line; with `mask`, sensitive values are masked */
int ysl_annotated(lua_State *L);

/* The first part of a flag, without its value. */
ys_str ysl_flag_name(const ys_source *source);

/* Whether a flag stands for a variable of the environment. */
bool ysl_is_of_environment(const ys_source *source);
