#pragma once

/* lua/schema/references.h - The references and identities of a compiled schema
 * as Lua tables. */

#include "core/type/type.h"
#include "lua/base/compat.h"

/* Sets `has_references`, and unless `brief` also `refers` and `identity`, of
 * the table at the top, which is that of a field. They are lists of the tables
 * that schema:references() has. */
void ysl_set_references(lua_State *L, const ys_sources *sources,
                        const ys_field *field, bool brief);

/* Sets `file`, `line` and `column` of the table at the top, unless the place is
 * none. */
void ysl_set_place(lua_State *L, const ys_sources *sources, ys_place place);

/*
 * schema:references() -> list | nothing: there are none
 *
 * The list has all references and identities of the schema, each once. A
 * reference is { to = { path... }, scope, kind = string | nil, when = text |
 * nil, sensitive = true | nil, file, line, column }; an identity has `keys`
 * instead of `to`, `kind` and `when`. `scope` is "document", "file" or
 * "configuration". `outward` of the list is true if there is another scope than
 * "document".
 */
int ysl_references(lua_State *L);

/* schema:target(path) -> true | nil, problem, remedy | nil, file, line: whether
 * a path from the root leads to names, and if not, why; the place is where the
 * schema declares that to which it leads. */
int ysl_target(lua_State *L);
