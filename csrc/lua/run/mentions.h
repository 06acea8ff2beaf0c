#ifndef YSL_RUN_MENTIONS_H
#define YSL_RUN_MENTIONS_H

/* lua/run/mentions.h - the names and references of a run about which other
 * documents decide (core/choose/refers.h). */

#include "lua/run/run.h"

/*
 * run:mentions() -> list | nothing: there are none; the run is over
 *
 * A mention is { reference = index in schema:references(), name = text, shown =
 * text, path, file, line, column, sensitive = true | nil }. Two names are equal
 * if their texts are, which are "\"core" for a string, "#1" for a number and
 * "?true" for a boolean; several keys of an identity have a line each, with
 * their length in front. `shown` is for people. A reference that the document
 * itself answers is left out.
 */
int ysl_mentions(lua_State *L);

/* run:names(path) -> names, lines, uncertain | nil, problem: the different
 * names at a path from the root of the run's result, as in `name` above, and
 * the lines where they are; `uncertain`: there may be others, because values on
 * the way are invalid */
int ysl_names_at(lua_State *L);

#endif
