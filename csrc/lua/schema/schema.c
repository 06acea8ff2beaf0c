#include "lua/schema/schema.h"

#include "lua/base/stack.h"
#include "lua/code/frame.h"
#include "lua/code/host.h"
#include "lua/document/options.h"
#include "lua/limit/ceiling.h"
#include "lua/schema/applicable.h"
#include "lua/schema/argument.h"
#include "lua/schema/coverage.h"
#include "lua/schema/facts.h"
#include "lua/schema/inspect.h"
#include "lua/schema/json_schema.h"
#include "lua/schema/outline.h"
#include "lua/schema/references.h"
#include "lua/text/source.h"
#include "lua/value/origin.h"

static void release(ysl_owner *owner) {
  ysl_schema *ud = (ysl_schema *)(void *)owner;
  if (ud->searched) ys_space_release(&ud->searches);
  if (ud->json_begun) ys_accept_run_release(&ud->json_run);
  ys_schema_release(&ud->schema);
}

static ysl_pending *pending_of(ysl_owner *owner) {
  ysl_schema *ud = (ysl_schema *)(void *)owner;
  return ud->complete ? NULL : &ud->pending;
}

static ys_status find_pending(ysl_owner *owner, ys_pending **out) {
  return ys_schema_pending(&((ysl_schema *)(void *)owner)->schema, out);
}

/* core.schema(options) -> schema */
static int new_schema(lua_State *L) {
  ysl_schema *ud;
  ys_limits limits;
  bool strict;
  ysl_check_limits(L, 1, &limits, &strict);
  ud = ysl_new_userdata(L, YSL_SCHEMA, sizeof *ud);
  lua_newtable(L);
  lua_pushvalue(L, -2);
  lua_rawseti(L, -2, 0);
  ysl_host_keep_settings(L, 1);
  ysl_setcompanion(L, -2);
  ysl_check_status(L,
                   ys_schema_init(&ud->schema, ysl_memory(L), limits, strict));
  ud->schema.values_of_1_2 = ysl_reads_core_schema(L, 1);
  if (ysl_reads_wide_numbers(L, 1)) ud->schema.wide_values = YS_WIDE_FLOAT;
  ud->schema.space.refuse_comments = ysl_refuses_comments(L, 1);
  ud->owner.pending = pending_of;
  ud->pending.take_userdata = ysl_take_schema;
  ud->pending.find = find_pending;
  ysl_open(&ud->owner, &ud->schema.space, release);
  return 1;
}

ysl_schema *ysl_check_compiled(lua_State *L, int index) {
  ysl_schema *ud = ysl_check_open(L, index, YSL_SCHEMA, sizeof *ud);
  luaL_argcheck(L, ud->schema.root != NULL, index,
                "the schema is not compiled");
  return ud;
}

ysl_schema *ysl_check_schema(lua_State *L) {
  return ysl_check_open(L, 1, YSL_SCHEMA, sizeof(ysl_schema));
}

/* A schema that may still be added to. */
static ysl_schema *check_growing(lua_State *L) {
  ysl_schema *ud = ysl_check_schema(L);
  luaL_argcheck(L, !ud->compiled, 1, "the schema has been compiled");
  return ud;
}

static int push_role(lua_State *L, ys_status status, ys_role role) {
  if (!ysl_check_status(L, status))
    lua_pushnil(L);
  else if (role == YS_ROLE_SCHEMA)
    lua_pushliteral(L, "schema");
  else
    lua_pushliteral(L, "values");
  return 1;
}

/* schema:add(source) -> "schema" | "values" | nil */
static int add(lua_State *L) {
  ysl_schema *ud = check_growing(L);
  const uint16_t number = ysl_add_source(L, 2, &ud->schema.space);
  ys_role role = YS_ROLE_VALUES;
  const ys_status status = ys_schema_add(&ud->schema, number, &role);
  return push_role(L, status, role);
}

/* schema:keep(frame) -> "schema" | "values" | nil */
static int keep(lua_State *L) {
  ysl_schema *ud = check_growing(L);
  ys_role role = YS_ROLE_VALUES;
  ys_documents *documents;
  ys_status status = ysl_end_frame(L, 2, &ud->owner, &documents);
  if (status == YS_OK) status = ys_schema_take(&ud->schema, documents, &role);
  return push_role(L, status, role);
}

/* ---- the compiled schema ------------------------------------------------- */

/* schema:compile() -> true | nil */
static int compile(lua_State *L) {
  ysl_schema *ud = check_growing(L);
  ysl_host host;
  ys_status status;
  ud->compiled = true;
  ud->pending.count = 0;
  lua_settop(L, 1);
  ysl_getcompanion(L, 1);
  ysl_enter(&ud->owner);
  if (ud->pending.function_count > 0) ysl_make_origins(L, 2);
  status =
      ys_schema_compile(&ud->schema, ysl_host_enter_compiling(L, &host, 2));
  ud->complete = true;
  ysl_leave(&ud->owner);
  lua_settop(L, 1);
  return ysl_push_done(L, status);
}

/* schema:closures() -> table of functions, by number */
static int closures(lua_State *L) {
  ysl_check_schema(L);
  ysl_getcompanion(L, 1);
  return 1;
}

const luaL_Reg ysl_schema_methods[] = {
    {"add", add},
    {"keep", keep},
    {"pending", ysl_list_pending},
    {"set_arguments", ysl_set_arguments},
    {"fail_arguments", ysl_fail_arguments},
    {"compile", compile},
    {"json_schemas", ysl_json_schemas},
    {"add_json_schema", ysl_add_json_schema},
    {"add_json_dialect", ysl_add_json_dialect},
    {"resolve_json_schema", ysl_resolve_json_schema},
    {"use_json_schema", ysl_use_json_schema},
    {"accept_lines", ysl_accept_lines},
    {"apply_json", ysl_apply_json},
    {"closures", closures},
    {"describe", ysl_describe},
    {"inspect", ysl_inspect},
    {"outline", ysl_outline},
    {"references", ysl_references},
    {"target", ysl_target},
    {"points", ysl_points},
    {"change", ysl_change},
    {"reached", ysl_reached},
    {NULL, NULL}};

const luaL_Reg ysl_schema_functions[] = {
    {"schema", new_schema}, {"facts", ysl_facts}, {NULL, NULL}};
