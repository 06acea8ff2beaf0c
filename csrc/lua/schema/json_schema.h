#pragma once

/* lua/schema/json_schema.h - The JSON Schemas in a schema, and the one that its
 * documents have to satisfy, too. */

#include "core/jsonschema/accept.h"
#include "lua/base/compat.h"

struct ysl_schema;

/* schema:json_schemas() -> list of { source, line, draft }: the documents with
 * `#@schema/json-schema`, and the drafts that these annotations name. */
int ysl_json_schemas(lua_State *L);

/* The document with the number at a stack index in this list, of the schema at
 * another one. Throws when there is none. */
const ys_slot *ysl_check_json_schema(lua_State *L, int index, int number,
                                     const ys_space **space);

/* schema:add_json_schema(uri, source, draft) -> true | nil: adds a text; nil:
 * there are records. The first one is the JSON Schema itself. */
int ysl_add_json_schema(lua_State *L);

/* schema:add_json_dialect(uri, draft, lacks, formats): notes what schemas mean
 * that name the metaschema with this address, after the first text was added.
 */
int ysl_add_json_dialect(lua_State *L);

/* schema:resolve_json_schema() -> patterns, lost: its regular expressions, and
 * its references that lead nowhere; nil if it has what cannot be compiled. */
int ysl_resolve_json_schema(lua_State *L);

/* schema:use_json_schema() -> true | false, why: the compiled schema validates
 * by it from now on; or there are records of what is wrong with it. */
int ysl_use_json_schema(lua_State *L);

/* Sets the field `digest` of the table at the top: a text that differs where
 * the documents with `#@schema/json-schema` of two schemas differ. The schema
 * is at a stack index. */
void ysl_set_json_digest(lua_State *L, int index);

/* schema:accept_lines(text, from, warns) -> count, next: how many lines the
 * JSON Schema in use accepts, from a byte on, and where the first line begins
 * that it does not accept, or that has no end. `warns`: warnings are wanted;
 * where it can warn, it accepts no line without a run. */
int ysl_accept_lines(lua_State *L);

/* The run that reads values for the JSON Schema in use. */
ys_accept_run *ysl_json_run(lua_State *L, struct ysl_schema *ud);
