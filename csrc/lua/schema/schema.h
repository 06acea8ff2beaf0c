#ifndef YSL_SCHEMA_SCHEMA_H
#define YSL_SCHEMA_SCHEMA_H

/*
 * lua/schema/schema.h - schemas as Lua userdata.
 *
 * The companion table of a schema holds the functions of its annotations:
 * closure number n stands at n. At 0 it holds the schema itself, so that the
 * companion, which a run has, too, keeps the schema alive; at -1 the key
 * strings that the names are about; at YSL_ORIGINS (lua/value/origin.h) what
 * tables were made of, if code lines were run for it; at YSL_SETTINGS
 * (lua/code/host.h) what it was made with.
 */

#include "core/compile/schema.h"
#include "lua/base/owner.h"
#include "lua/code/pending.h"
#include "lua/value/names.h"

typedef struct ysl_schema {
  ysl_owner owner;
  ys_schema schema;
  ysl_names names; /* made when first wanted */
  ysl_pending pending;
  bool compiled; /* or being compiled */
  bool complete; /* nothing is added to it any more */
} ysl_schema;

extern const luaL_Reg ysl_schema_methods[], ysl_schema_functions[];

/* The compiled schema at a stack index; throws when it is none. */
ysl_schema *ysl_check_compiled(lua_State *L, int index);

#endif
