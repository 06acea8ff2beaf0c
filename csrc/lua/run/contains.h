#pragma once

/* lua/run/contains.h - Compares a document of a run with a part of it. */

#include <lua.h>

/* run:contains(value) -> boolean | nil, problem: whether the document that
 * begin_next() gave has all of a value, as overlay.subset means it. */
int ysl_contains(lua_State *L);

/* run:text_of(key) -> string | nil: the text under a key of that document */
int ysl_text_of(lua_State *L);
