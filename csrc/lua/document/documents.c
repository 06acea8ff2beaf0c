#include "lua/document/documents.h"

#include "core/print/emit.h"
#include "core/rule/rule.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"
#include "lua/text/buffer.h"
#include "lua/text/source.h"
#include "lua/value/export.h"
#include "lua/value/import.h"

static void release(ysl_owner *owner) {
  ys_space_release(owner->space);
}

ysl_documents *ysl_new_documents(lua_State *L) {
  ysl_documents *box = ysl_new_box(L, YSL_DOCUMENTS, sizeof *box);
  ysl_check_status(L, ys_space_init(&box->space, ysl_memory(L), NULL));
  box->owner.space = &box->space;
  box->owner.release = release;
  box->owner.open = true;
  return box;
}

/* ---- options ------------------------------------------------------------- */

static double check_limit(lua_State *L, int options, const char *name,
                          double most, double otherwise) {
  double number = otherwise;
  lua_getfield(L, options, name);
  if (!lua_isnil(L, -1)) {
    number = (double)lua_tonumber(L, -1);
    if (lua_type(L, -1) != LUA_TNUMBER || !(number >= 0 && number <= most))
      luaL_error(L, "option %s: a number from 0 to %f expected", name, most);
  }
  lua_pop(L, 1);
  return number;
}

/* Depth is what recursion costs: it has a limit of its own. */
void ysl_check_limits(lua_State *L, int index, ys_limits *limits,
                      bool *strict) {
  *limits = YS_DEFAULT_LIMITS;
  *strict = false;
  if (lua_isnoneornil(L, index)) return;
  luaL_checktype(L, index, LUA_TTABLE);
  limits->max_bytes = (size_t)check_limit(L, index, "max_bytes", UINT32_MAX,
                                          (double)limits->max_bytes);
  limits->max_depth =
      (uint32_t)check_limit(L, index, "max_depth", 10000, limits->max_depth);
  limits->max_alias_nodes = (uint32_t)check_limit(
      L, index, "max_alias_nodes", UINT32_MAX, limits->max_alias_nodes);
  limits->max_nodes = (uint32_t)check_limit(L, index, "max_nodes", UINT32_MAX,
                                            limits->max_nodes);
  lua_getfield(L, index, "strict");
  *strict = lua_toboolean(L, -1);
  lua_pop(L, 1);
}

bool ysl_refuses_comments(lua_State *L, int index) {
  bool refuses;
  if (!lua_istable(L, index)) return false;
  lua_getfield(L, index, "refuse_plain_comments");
  refuses = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return refuses;
}

/* ---- documents ----------------------------------------------------------- */

/* core.parse(source, options) -> documents | nil, owner */
static int parse(lua_State *L) {
  ysl_documents *box;
  ys_limits limits;
  bool strict;
  ysl_check_source(L, 1);
  ysl_check_limits(L, 2, &limits, &strict);
  box = ysl_new_documents(L);
  box->space.limits = limits;
  box->space.strict = strict;
  box->space.refuse_comments = ysl_refuses_comments(L, 2);
  if (ysl_check_status(L,
                       ys_parse(&box->space, ysl_add_source(L, 1, &box->space),
                                &box->documents)))
    return 1;
  return ysl_fail_top(L);
}

static ysl_documents *check_documents(lua_State *L) {
  return ysl_check_open(L, 1, YSL_DOCUMENTS, sizeof(ysl_documents));
}

/* documents:count() -> integer */
static int count(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)check_documents(L)->documents.count);
  return 1;
}

/* documents:value(i, ordered) -> value | nil, problem */
static int value(lua_State *L) {
  lua_Integer i = luaL_checkinteger(L, 2);
  const bool ordered = lua_toboolean(L, 3);
  ysl_documents *box = check_documents(L);
  const ys_slot *slot = box->documents.first;
  bool done;
  luaL_argcheck(L, i > 0 && i <= (lua_Integer)box->documents.count, 2,
                "no such document");
  while (--i > 0)
    slot = slot->next;
  ysl_enter(&box->owner);
  done =
      ordered ? ysl_export_ordered(L, slot) : ysl_export_value(L, slot, NULL);
  ysl_leave(&box->owner);
  return done ? 1 : ysl_fail_top(L);
}

/* documents:source() -> source */
static int source(lua_State *L) {
  ysl_documents *box = check_documents(L);
  luaL_argcheck(L, box->space.sources.count > 0, 1, "nothing was parsed");
  ysl_enter(&box->owner);
  ysl_push_source(L, box->space.sources.list[0]);
  ysl_leave(&box->owner);
  return 1;
}

/* ---- encoding ------------------------------------------------------------ */

ysl_format ysl_check_format(lua_State *L, int index) {
  static const char *const names[] = {"yaml", "json", NULL};
  return (ysl_format)luaL_checkoption(L, index, "yaml", names);
}

bool ysl_emit(lua_State *L, ys_buf *buf, const ys_slot *slot,
              ysl_format format) {
  const char *problem = "";
  ys_status status = YS_OK;
  if (format == YSL_JSON)
    status = ys_emit_json(slot, buf, &problem);
  else
    ys_emit_yaml(slot, buf);
  if (ysl_check_status(L, status)) return true;
  ys_buf_release(buf);
  lua_pushstring(L, problem);
  return false;
}

bool ysl_emit_all(lua_State *L, ys_buf *buf, const ys_slot *first,
                  ysl_format format) {
  for (const ys_slot *slot = first; slot != NULL; slot = slot->next) {
    if (format == YSL_YAML && slot->kind == YS_NULL) continue;
    if (format == YSL_YAML && buf->len > 0) ys_buf_cstr(buf, "---\n");
    if (!ysl_emit(L, buf, slot, format)) return false;
  }
  return true;
}

/* documents:encode(format) -> string | nil, problem */
static int encode_documents(lua_State *L) {
  const ysl_format format = ysl_check_format(L, 2);
  ys_buf *buf = ysl_new_buffer(L);
  const ys_slot *first = check_documents(L)->documents.first;
  if (!ysl_emit_all(L, buf, first, format)) return ysl_fail_top(L);
  ysl_push_buffer(L, buf);
  return 1;
}

/* ---- Lua values for a moment's use --------------------------------------- */

/* Imports the value at a stack index; when it cannot be, pushes a problem. */
static bool import(lua_State *L, ysl_documents *box, int index, ys_slot *slot) {
  ysl_import im = {.L = L, .space = &box->space};
  bool done;
  lua_pushvalue(L, index);
  done = ysl_check_status(L, ysl_import_value(&im, NULL, slot));
  lua_pop(L, 1);
  if (!done) ysl_import_push_problem(&im);
  return done;
}

/* core.encode(value, "yaml" | "json") -> string | nil, problem */
static int encode_value(lua_State *L) {
  const ysl_format format = ysl_check_format(L, 2);
  ysl_documents *box;
  ys_slot slot = {0};
  ys_buf *buf;
  luaL_checkany(L, 1);
  box = ysl_new_documents(L);
  buf = ysl_new_buffer(L);
  if (!import(L, box, 1, &slot) || !ysl_emit(L, buf, &slot, format))
    return ysl_fail_top(L);
  ysl_push_buffer(L, buf);
  ysl_close(&box->owner);
  return 1;
}

static int no_verdict(lua_State *L, ys_str problem) {
  lua_pushnil(L);
  lua_pushlstring(L, problem.ptr, problem.len);
  return 2;
}

/* core.rule_phrase(name, argument) -> what a value must be | nil, problem */
static int rule_phrase(lua_State *L) {
  ys_arg arg = {.name = ysl_check_str(L, 1), .computed = true};
  const ys_named_rule *named = ys_rule_find(arg.name);
  ysl_documents *box;
  ys_rule rule;
  ys_preparation preparation;
  luaL_argcheck(L, named != NULL, 1, "no such rule");
  lua_settop(L, 2);
  box = ysl_new_documents(L);
  if (!import(L, box, 2, &arg.value)) return ysl_fail_top(L);
  ysl_check_status(
      L, ys_rule_prepare(&box->space, named, &arg, &rule, &preparation));
  if (preparation.problem.len > 0) return no_verdict(L, preparation.problem);
  lua_pushlstring(L, rule.must_be.ptr, rule.must_be.len);
  ysl_close(&box->owner);
  return 1;
}

/* core.rule_test(name, argument, value) -> holds, found | nil, problem */
static int rule_test(lua_State *L) {
  ys_arg arg = {.name = ysl_check_str(L, 1)};
  const ys_named_rule *named = ys_rule_find(arg.name);
  ysl_documents *box;
  ys_slot given = {0};
  ys_rule rule;
  ys_preparation preparation;
  ys_finding finding;
  luaL_argcheck(L, named != NULL, 1, "no such rule");
  lua_settop(L, 3);
  box = ysl_new_documents(L);
  if (!import(L, box, 2, &arg.value) || !import(L, box, 3, &given))
    return ysl_fail_top(L);
  ysl_check_status(
      L, ys_rule_prepare(&box->space, named, &arg, &rule, &preparation));
  if (preparation.problem.len > 0) return no_verdict(L, preparation.problem);
  ysl_check_status(L, ys_rule_test(&box->space, &rule, &given, &finding));
  if (finding.failed) return no_verdict(L, finding.found);
  lua_pushboolean(L, finding.holds);
  lua_pushlstring(L, finding.found.len > 0 ? finding.found.ptr : "",
                  finding.found.len);
  ysl_close(&box->owner);
  return 2;
}

/* core.nearest(word, names) -> the nearest name | nil */
static int nearest(lua_State *L) {
  ys_nearest near;
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_settop(L, 2);
  ys_nearest_init_any(&near, ysl_check_str(L, 1));
  for (ysl_index i = 1, n = (ysl_index)lua_rawlen(L, 2); i <= n; i++) {
    lua_rawgeti(L, 2, i); /* stays in the list, so its text does, too */
    if (lua_type(L, -1) == LUA_TSTRING)
      ys_nearest_offer(&near, ysl_check_str(L, -1));
    lua_pop(L, 1);
  }
  ysl_push_text(L, near.best);
  return 1;
}

const luaL_Reg ysl_documents_methods[] = {{"count", count},
                                          {"value", value},
                                          {"source", source},
                                          {"encode", encode_documents},
                                          {NULL, NULL}};

const luaL_Reg ysl_documents_functions[] = {
    {"parse", parse},         {"encode", encode_value},
    {"rule_test", rule_test}, {"rule_phrase", rule_phrase},
    {"nearest", nearest},     {NULL, NULL}};
