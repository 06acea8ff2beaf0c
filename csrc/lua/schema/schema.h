#pragma once

/*
 * lua/schema/schema.h - Schemas, as Lua userdata: core.schema() and the
 * methods.
 *
 * The companion table of a schema holds
 *   n > 0         the closure with the number n, of the annotations
 *   0             the schema itself: its runs share the companion, which so
 *                 keeps the schema alive
 *   -1            the strings of the names (lua/value/key_index.h)
 *   -2            the strings of the keys that runs have exported
 *   YSL_ORIGINS   what tables were made of, when code was run for the schema
 *   YSL_SETTINGS  the options of the schema (lua/code/host.h)
 */

#include "core/coverage/coverage.h"
#include "lua/code/pending.h"
#include "lua/value/export.h"

typedef struct ysl_schema {
  ysl_owner owner;
  ys_schema schema;
  ysl_key_index names;     /* made when a run first needs them */
  ysl_key_strings strings; /* of keys, in the companion; made like the names */
  ysl_pending pending;
  ys_space searches; /* for the searches of text_tests.c */
  bool searched;     /* `searches` is set */
  ys_acceptor *json; /* the JSON Schema of its documents, or NULL */
  ys_accept_run json_run;
  bool json_begun; /* `json_run` is set */
  ys_coverage coverage;
  bool covered;  /* `coverage` is set */
  bool compiled; /* or it is being compiled */
  bool complete; /* it takes no more inputs */
} ysl_schema;

extern const luaL_Reg ysl_schema_methods[], ysl_schema_functions[];

/* The schema at the first stack index. Throws when it is closed, or when
 * another value is there. */
ysl_schema *ysl_check_schema(lua_State *L);

/* The compiled schema at a stack index. Throws when it is not compiled, or when
 * another value is there. */
ysl_schema *ysl_check_compiled(lua_State *L, int index);
