/*
 * lua/module/module.c - luaopen_yschema_core(), which makes the Lua module
 * `yschema.core` of the functions in the other rooms. csrc/lua/README.md
 * documents the module.
 */

#include "lua/base/held.h"
#include "lua/base/stack.h"
#include "lua/base/trace.h"
#include "lua/code/frame.h"
#include "lua/code/template.h"
#include "lua/document/documents.h"
#include "lua/document/rule.h"
#include "lua/limit/call.h"
#include "lua/limit/charge.h"
#include "lua/limit/hook.h"
#include "lua/limit/meters.h"
#include "lua/limit/strings.h"
#include "lua/module/interface.h"
#include "lua/overlay/layers.h"
#include "lua/report/report.h"
#include "lua/run/ledger.h"
#include "lua/run/plan.h"
#include "lua/run/pool.h"
#include "lua/schema/acceptor.h"
#include "lua/system/draft.h"
#include "lua/system/folder.h"
#include "lua/system/process.h"
#include "lua/text/buffer.h"
#include "lua/text/lines.h"
#include "lua/text/listed.h"
#include "lua/text/regexp.h"
#include "lua/text/source.h"
#include "lua/workers/workers.h"

#define REGISTRY_NAME "yschema.state"

/* Stack indexes while the module is opened. */
enum { AT_STATE = 1, AT_MODULE };

/* A type with its methods; both lists and the finalizer may be NULL. */
static void add_type(lua_State *L, ysl_type type, const luaL_Reg *methods,
                     const luaL_Reg *more, lua_CFunction collect) {
  ysl_new_type(L, AT_STATE, type);
  if (collect != NULL) {
    lua_pushvalue(L, AT_STATE);
    lua_pushcclosure(L, collect, 1);
    ysl_set_finalizer(L);
  }
  lua_newtable(L);
  if (methods != NULL) ysl_set_functions(L, methods, AT_STATE);
  if (more != NULL) ysl_set_functions(L, more, AT_STATE);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, false); /* Lua code cannot put it on another object */
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

static void add_types(lua_State *L) {
  add_type(L, YSL_SOURCE, ysl_source_methods, NULL, ysl_source_collect);
  add_type(L, YSL_SCHEMA, ysl_schema_methods, ysl_report_methods,
           ysl_collect_method);
  add_type(L, YSL_RUN, ysl_run_methods, ysl_report_methods, ysl_collect_method);
  add_type(L, YSL_DOCUMENTS, ysl_documents_methods, ysl_report_methods,
           ysl_collect_method);
  add_type(L, YSL_LAYERS, ysl_layers_methods, ysl_report_methods,
           ysl_collect_method);
  add_type(L, YSL_TEMPLATE, ysl_template_methods, NULL, ysl_template_collect);
  add_type(L, YSL_FRAME, ysl_frame_methods, NULL, ysl_frame_collect);
  add_type(L, YSL_MATCHES, ysl_regexp_methods, NULL, ysl_collect_method);
  add_type(L, YSL_BUFFER, NULL, NULL, ysl_buffer_collect);
  add_type(L, YSL_POOL, NULL, NULL, ysl_pool_collect);
  add_type(L, YSL_METERS_UD, NULL, NULL, ysl_meters_collect);
  add_type(L, YSL_METER, NULL, NULL, NULL);
  add_type(L, YSL_DRAFT, ysl_draft_methods, NULL, ysl_draft_collect);
  add_type(L, YSL_WORKERS, ysl_workers_methods, NULL, ysl_workers_collect);
  add_type(L, YSL_ACCEPTOR, ysl_acceptor_methods, NULL, ysl_collect_method);
  add_type(L, YSL_PLAN, ysl_plan_methods, NULL, ysl_plan_collect);
  add_type(L, YSL_LEDGER, ysl_ledger_methods, NULL, ysl_ledger_collect);
  add_type(L, YSL_HOLDER_UD, NULL, NULL, ysl_holder_collect);
}

/* Marks the metatable of arrays as dkjson and rapidjson do. */
static void mark_arrays(lua_State *L) {
  lua_rawgeti(L, AT_STATE, YSL_ARRAY_MT);
  lua_pushliteral(L, "array");
  lua_setfield(L, -2, "__jsontype");
  lua_pop(L, 1);
}

/* Puts what the function makes into the state. */
static void add_ud(lua_State *L, int place, lua_CFunction function) {
  lua_pushvalue(L, AT_STATE);
  lua_pushcclosure(L, function, 1);
  lua_call(L, 0, 1);
  lua_rawseti(L, AT_STATE, place);
}

/* Pushes the state. A Lua state has only one, also when the module is loaded
 * again, so that older objects go on to work. */
static void push_state(lua_State *L) {
  lua_getfield(L, LUA_REGISTRYINDEX, REGISTRY_NAME);
  if (!lua_isnil(L, -1)) return;
  lua_pop(L, 1);
  lua_newtable(L);
  add_types(L);
  for (int place = YSL_ARRAY_MT; place <= YSL_HOOKS; place++) {
    lua_newtable(L);
    lua_rawseti(L, AT_STATE, place);
  }
  mark_arrays(L);
  add_ud(L, YSL_POOL_UD, ysl_new_pool);
  add_ud(L, YSL_METERS, ysl_new_meters);
  add_ud(L, YSL_HOLDER, ysl_new_holder);
  lua_pushvalue(L, AT_STATE);
  lua_setfield(L, LUA_REGISTRYINDEX, REGISTRY_NAME);
}

/* core.share_array_mts(array_mt, empty_array_mt): from now on arrays get
 * `array_mt`, and both mark arrays. */
static int share_array_mts(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  lua_rawseti(L, YSL_STATE, YSL_EMPTY_ARRAY_MT);
  lua_rawseti(L, YSL_STATE, YSL_ARRAY_MT);
  return 0;
}

static void add_values(lua_State *L) {
  lua_pushliteral(L, YSL_INTERFACE);
  lua_setfield(L, AT_MODULE, "interface");
  lua_pushlightuserdata(L, NULL);
  lua_setfield(L, AT_MODULE, "null");
  lua_rawgeti(L, AT_STATE, YSL_ARRAY_MT);
  lua_setfield(L, AT_MODULE, "array_mt");
  lua_rawgeti(L, AT_STATE, YSL_TUPLE_MT);
  lua_setfield(L, AT_MODULE, "tuple_mt");
  lua_rawgeti(L, AT_STATE, YSL_MATCHER_MT);
  lua_setfield(L, AT_MODULE, "matcher_mt");
  lua_rawgeti(L, AT_STATE, YSL_DOCUMENTS_MT);
  lua_setfield(L, AT_MODULE, "documents_mt");
  lua_rawgeti(L, AT_STATE, YSL_HOOKS);
  lua_setfield(L, AT_MODULE, "hooks");
}

static void add_constants(lua_State *L) {
  static const struct {
    const char *name;
    int value;
  } constants[] = {{"WHEN", YS_ASK_WHEN},
                   {"RULE", YS_ASK_RULE},
                   {"DEFAULT", YS_ASK_DEFAULT},
                   {"OVER", YSL_OVER},
                   {"MARKED", YSL_MARKED},
                   {"VALID", YSL_VALID},
                   {"INVALID", YSL_INVALID},
                   {"FAILED", YSL_FAILED},
                   {"NO_BOOLEAN", YSL_NO_BOOLEAN},
                   {"GIVEN", YSL_GIVEN},
                   {"DEFAULT_FAILED", YSL_DEFAULT_FAILED}};
  ysl_set_text(L, "MASKED", YS_MASKED);
  ysl_set_text(L, "NO_FILE", ys_cstr(YS_NO_FILE));
  ysl_set_text(L, "NO_MEMORY", ys_cstr(YSL_NO_MEMORY));
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
    lua_pushinteger(L, constants[i].value);
    lua_setfield(L, AT_MODULE, constants[i].name);
  }
}

YSL_EXPORT int luaopen_yschema_core(lua_State *L);

YSL_EXPORT int luaopen_yschema_core(lua_State *L) {
  const luaL_Reg values[] = {{"share_array_mts", share_array_mts},
                             {NULL, NULL}};
  lua_settop(L, 0);
  push_state(L);
  lua_newtable(L);
  add_values(L);
  add_constants(L);
  ysl_set_functions(L, values, AT_STATE);
  ysl_set_functions(L, ysl_source_functions, AT_STATE);
  ysl_set_functions(L, ysl_lines_functions, AT_STATE);
  ysl_set_functions(L, ysl_listed_functions, AT_STATE);
  ysl_set_functions(L, ysl_schema_functions, AT_STATE);
  ysl_set_functions(L, ysl_acceptor_functions, AT_STATE);
  ysl_set_functions(L, ysl_run_functions, AT_STATE);
  ysl_set_functions(L, ysl_plan_functions, AT_STATE);
  ysl_set_functions(L, ysl_ledger_functions, AT_STATE);
  ysl_set_functions(L, ysl_documents_functions, AT_STATE);
  ysl_set_functions(L, ysl_rule_functions, AT_STATE);
  ysl_set_functions(L, ysl_layers_functions, AT_STATE);
  ysl_set_functions(L, ysl_trace_functions, AT_STATE);
  ysl_set_functions(L, ysl_template_functions, AT_STATE);
  ysl_set_functions(L, ysl_regexp_functions, AT_STATE);
  ysl_set_functions(L, ysl_process_functions, AT_STATE);
  ysl_set_functions(L, ysl_folder_functions, AT_STATE);
  ysl_set_functions(L, ysl_draft_functions, AT_STATE);
  ysl_set_functions(L, ysl_buffer_functions, AT_STATE);
  ysl_set_functions(L, ysl_workers_functions, AT_STATE);
  ysl_set_functions(L, ysl_call_functions, AT_STATE);
  ysl_set_functions(L, ysl_charge_functions, AT_STATE);
  ysl_set_functions(L, ysl_hook_functions, AT_STATE);
  ysl_set_functions(L, ysl_strings_functions, AT_STATE);
  return 1;
}
