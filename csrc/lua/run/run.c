#include "lua/run/run.h"

#include "core/evaluate/relevant.h"
#include "core/run/each_document.h"
#include "core/run/explain.h"
#include "lua/base/stack.h"
#include "lua/code/frame.h"
#include "lua/code/host.h"
#include "lua/document/format.h"
#include "lua/document/options.h"
#include "lua/limit/meters.h"
#include "lua/run/ask.h"
#include "lua/run/contains.h"
#include "lua/run/defined_names.h"
#include "lua/run/ledger.h"
#include "lua/run/plan.h"
#include "lua/run/pool.h"
#include "lua/run/provenance.h"
#include "lua/run/validate.h"
#include "lua/run/validate_many.h"
#include "lua/schema/argument.h"
#include "lua/text/buffer.h"
#include "lua/text/source.h"

#include <limits.h>

static void release(ysl_owner *owner) {
  ysl_run *ud = (ysl_run *)(void *)owner;
  ysl_owner *schema = &ud->schema->owner;
  ys_run_release(&ud->run);
  schema->users--;
  ysl_settle(schema);
}

static ysl_pending *pending_of(ysl_owner *owner) {
  ysl_run *ud = (ysl_run *)(void *)owner;
  return ud->state != RUN_INPUTS ? NULL : &ud->pending;
}

static ys_status find_pending(ysl_owner *owner, ys_pending **out) {
  return ys_run_pending(&((ysl_run *)(void *)owner)->run, out);
}

/* Puts a table of the run's own in the place of the schema's companion, which
 * is at 0 there. */
static void own_companion(lua_State *L, int index, ysl_owner *owner) {
  ysl_run *ud = (ysl_run *)(void *)owner;
  if (ud->has_functions) return;
  lua_newtable(L);
  ysl_getcompanion(L, index);
  ysl_host_share_settings(L);
  lua_rawseti(L, -2, 0);
  ysl_setcompanion(L, index);
  ud->has_functions = true;
}

void ysl_start_run(lua_State *L, int index, ysl_run *ud) {
  ysl_schema *schema = ysl_check_compiled(L, index);
  ysl_getcompanion(L, index);
  ysl_setcompanion(L, -2);
  if (ys_run_init(&ud->run, ysl_pool_memory(L), &schema->schema) != YS_OK) {
    ys_run_release(&ud->run);
    ysl_no_memory(L);
  }
  ud->schema = schema;
  schema->owner.users++;
  ud->owner.pending = pending_of;
  ud->owner.own_companion = own_companion;
  ud->pending.take_userdata = ysl_take_schema;
  ud->pending.find = find_pending;
  ysl_open(&ud->owner, &ud->run.space, release);
}

/* core.run(schema, { skip_validation = boolean, ask_no_rules = boolean,
 *   code_in_values = boolean, fold_repeats = boolean, explain = boolean,
 *   sparse = boolean, watch = boolean, max_violations = number }) -> run. With
 * `fold_repeats`, the
 * records of violations that text() only counts without `all` are not kept.
 * With `explain`, provenance() gives what happened to each node. With `sparse`,
 * the result lacks the defaults on which no verdict depends. With `watch`, the
 * schema notes which of its points the run reaches (lua/schema/coverage.h). */
static int new_run(lua_State *L) {
  const bool skip_validation = ysl_option_flag(L, 2, "skip_validation");
  const bool ask_no_rules = ysl_option_flag(L, 2, "ask_no_rules");
  const bool allow_code = ysl_option_flag(L, 2, "code_in_values");
  const bool fold_repeats = ysl_option_flag(L, 2, "fold_repeats");
  const bool explain = ysl_option_flag(L, 2, "explain");
  const bool sparse = ysl_option_flag(L, 2, "sparse");
  const bool watch = ysl_option_flag(L, 2, "watch");
  ysl_run *ud = ysl_new_userdata(L, YSL_RUN, sizeof *ud);
  ysl_start_run(L, 1, ud);
  const uint32_t most = ysl_option_number(L, 2, "max_violations",
                                          ud->run.space.limits.max_violations);
  if (sparse) ysl_check_status(L, ys_relevant_find(&ud->schema->schema));
  ud->run.space.sparse = sparse && ud->schema->schema.sparse == YS_SPARSE_READY;
  if (watch && ud->schema->covered)
    ud->run.space.rooms[YS_ROOM_COVERAGE] = &ud->schema->coverage;
  ud->run.skip_validation = skip_validation;
  ud->run.ask_no_rules = ask_no_rules;
  ud->run.allow_code = allow_code;
  ud->run.space.folding.on = fold_repeats;
  ud->run.space.limits.max_violations = most;
  if (explain) ysl_check_status(L, ys_explain_begin(&ud->run));
  return 1;
}

ysl_run *ysl_check_run(lua_State *L) {
  return ysl_check_open(L, 1, YSL_RUN, sizeof(ysl_run));
}

/* core.meter(budget | nil, max_memory | nil, run | nil, is_free, counts,
 * most | nil) -> meter */
static int new_meter(lua_State *L) {
  lua_settop(L, 6);
  const ysl_run *ud = ysl_test_ud(L, 3, YSL_RUN, sizeof *ud);
  return ysl_new_meter(L, ud != NULL ? &ud->questions : NULL);
}

/* ---- inputs -------------------------------------------------------------- */

static ysl_run *check_beginning(lua_State *L) {
  ysl_run *ud = ysl_check_run(L);
  luaL_argcheck(L, ud->state == RUN_INPUTS, 1,
                "inputs come before the first step");
  return ud;
}

static ys_input_kind check_input(lua_State *L, int index) {
  static const char *const names[] = {"template", "plain", NULL};
  return (ys_input_kind)luaL_checkoption(L, index, "template", names);
}

/* run:parse(source, "template" | "plain") -> true | nil */
static int parse(lua_State *L) {
  const ys_input_kind input = check_input(L, 3);
  ysl_run *ud = check_beginning(L);
  const uint16_t number = ysl_add_source(L, 2, &ud->run.space);
  return ysl_push_done(L, ys_run_parse(&ud->run, number, input));
}

void ysl_push_schema_functions(lua_State *L, const ysl_run *ud) {
  ysl_getcompanion(L, 1);
  if (!ud->has_functions) return;
  lua_rawgeti(L, -1, 0);
  lua_replace(L, -2);
}

/* Makes the schema's names, and keeps their strings in its companion. */
static void make_names(lua_State *L, const ysl_run *ud) {
  ysl_schema *schema = ud->schema;
  ysl_push_schema_functions(L, ud);
  ysl_key_index_make(L, &schema->names, &schema->schema);
  lua_rawseti(L, -2, -1);
  lua_pop(L, 1);
}

static ys_status give_value(lua_State *L, ysl_run *ud, ysl_import *im) {
  ys_slot *slot = ys_arena_new(&ud->run.space.arena, ys_slot);
  if (slot == NULL) return YS_NOMEM;
  YS_TRY(ysl_import_value(im, ud->schema->schema.root, slot));
  lua_pop(L, 1);
  const ys_status status = ys_run_give(&ud->run, slot, !im->doubtful);
  if (status == YS_INVALID)
    im->problem = "two keys of a map are the same string (such as 1 and \"1\")";
  return status;
}

/* run:give(value) -> true | nil, problem */
static int give(lua_State *L) {
  ysl_run *ud = check_beginning(L);
  ysl_import im = {
      .L = L, .space = &ud->run.space, .names = &ud->schema->names};
  ys_status status;
  lua_settop(L, 2);
  ysl_enter(&ud->owner);
  if (ud->schema->names.first == NULL) make_names(L, ud);
  status = give_value(L, ud, &im);
  if (status == YS_INVALID) ysl_import_push_problem(&im);
  ysl_leave(&ud->owner);
  if (!ysl_check_status(L, status)) return ysl_fail_top(L);
  lua_pushboolean(L, true);
  return 1;
}

/* run:keep(frame, "template" | "plain") -> true | nil */
static int keep(lua_State *L) {
  const ys_input_kind input = check_input(L, 3);
  ysl_run *ud = check_beginning(L);
  ys_documents *documents;
  ys_status status = ysl_end_frame(L, 2, &ud->owner, &documents);
  if (status == YS_OK) status = ys_run_take(&ud->run, documents, input);
  return ysl_push_done(L, status);
}

/* Copies the list of strings at a stack index into the arena. */
static ys_str *check_keys(lua_State *L, ys_arena *arena, int index,
                          size_t *count) {
  ys_str *keys;
  luaL_checktype(L, index, LUA_TTABLE);
  *count = (size_t)lua_rawlen(L, index);
  luaL_argcheck(L, *count > 0, index, "no keys");
  luaL_checkstack(L, 4, NULL);
  keys = ys_arena_zalloc(arena, *count, sizeof *keys);
  if (keys == NULL) ysl_no_memory(L);
  for (size_t i = 0; i < *count; i++) {
    ys_str key;
    lua_rawgeti(L, index, (ysl_index)i + 1);
    luaL_argcheck(L, lua_type(L, -1) == LUA_TSTRING, index,
                  "a list of strings expected");
    key.ptr = lua_tolstring(L, -1, &key.len);
    ysl_check_status(L, ys_arena_str(arena, key, &keys[i]));
    lua_pop(L, 1);
  }
  return keys;
}

/* run:give_value(source, keys, text, as_yaml) -> true | nil */
static int give_text(lua_State *L) {
  const ys_str text = ysl_check_str(L, 4);
  const bool as_yaml = lua_toboolean(L, 5);
  ysl_run *ud = check_beginning(L);
  size_t count;
  const ys_str *keys = check_keys(L, &ud->run.space.arena, 3, &count);
  const uint16_t number = ysl_add_source(L, 2, &ud->run.space);
  return ysl_push_done(
      L, ys_run_give_value(&ud->run, number, keys, count, text, as_yaml));
}

/* ---- results ------------------------------------------------------------- */

ysl_run *ysl_check_over(lua_State *L) {
  ysl_run *ud = ysl_check_run(L);
  luaL_argcheck(L, ud->state == RUN_OVER, 1, "the run is not over");
  return ud;
}

/* Where the strings of the schema's keys are in its companion. */
enum { KEY_STRINGS = -2 };

/* Pushes the table of the strings of the schema's keys. A run adds no keys to
 * it: their numbers come after those of the schema. */
static void push_key_strings(lua_State *L, const ysl_run *ud) {
  ysl_key_strings *strings = &ud->schema->strings;
  ysl_push_schema_functions(L, ud);
  if (strings->are_kept == NULL) {
    ys_space *space = &ud->schema->schema.space;
    const uint32_t count = space->keys.number;
    bool *are_kept = ys_arena_zalloc(&space->arena, count, sizeof *are_kept);
    if (are_kept == NULL) ysl_no_memory(L);
    lua_createtable(L, count > INT_MAX ? INT_MAX : (int)count, 0);
    lua_rawseti(L, -2, KEY_STRINGS);
    *strings = (ysl_key_strings){are_kept, count};
  }
  lua_rawgeti(L, -1, KEY_STRINGS);
  lua_remove(L, -2);
}

bool ysl_push_result(lua_State *L, ysl_run *ud, bool ordered) {
  bool done;
  ysl_enter(&ud->owner);
  if (!ordered) push_key_strings(L, ud);
  done = ordered ? ysl_export_ordered(L, &ud->run.root)
                 : ysl_export_keyed(L, &ud->run.root, lua_gettop(L),
                                    &ud->schema->strings);
  if (!ordered) lua_remove(L, -2);
  ysl_leave(&ud->owner);
  if (done || ud->run.space.sensitives == NULL) return done;
  lua_pop(L, 1);
  lua_pushliteral(L, "an integer is too large for Lua, or the value is nested "
                     "too deeply; quotes make an integer a string");
  return false;
}

/* run:value(ordered) -> value | nil, problem */
static int value(lua_State *L) {
  ysl_run *ud = ysl_check_over(L);
  return ysl_push_result(L, ud, lua_toboolean(L, 2)) ? 1 : ysl_fail_top(L);
}

/* run:encode("yaml" | "json") -> string | nil, problem */
static int encode(lua_State *L) {
  const ysl_format format = ysl_check_format(L, 2);
  ys_buf *buf = ysl_new_buffer(L);
  const ysl_run *ud = ysl_check_over(L);
  if (!ysl_emit(L, buf, &ud->run.root, format)) return ysl_fail_top(L);
  ysl_push_buffer(L, buf);
  return 1;
}

/* run:print("yaml" | "json", write) -> true | nil, problem. Calls write(piece)
 * for the values, which returns true, or nil and the problem. */
static int print(lua_State *L) {
  const ysl_format format = ysl_check_format(L, 2);
  lua_settop(L, 3);
  const int begun = ysl_begin_print(L, 3);
  ysl_run *ud = ysl_check_over(L);
  ysl_enter(&ud->owner);
  const bool done = ysl_print(L, begun, &ud->run.root, format);
  ysl_leave(&ud->owner);
  return done ? 2 : lua_error(L);
}

/* run:begin_next() -> the line of the next document, which the run then
 * validates by itself | nil: there is none left */
static int begin_next(lua_State *L) {
  ysl_run *ud = ysl_check_run(L);
  ys_place place;
  luaL_argcheck(L, ud->state != RUN_BROKEN && ud->owner.busy == 0, 1,
                "the run was cut short by an error");
  ysl_check_status(L, ys_run_begin_next(&ud->run, &place));
  ud->question = (ys_question){0};
  ud->state = RUN_STEPPING;
  if (place.line == 0)
    lua_pushnil(L);
  else
    lua_pushinteger(L, (lua_Integer)place.line);
  return 1;
}

/* run:split() -> boolean: whether the document that has begun is a list of
 * Kubernetes, whose items are the next documents then */
static int split(lua_State *L) {
  ysl_run *ud = ysl_check_run(L);
  bool is_list;
  luaL_argcheck(L, ud->state == RUN_STEPPING && ud->owner.busy == 0, 1,
                "no document has begun");
  ysl_check_status(L, ys_run_split(&ud->run, &is_list));
  lua_pushboolean(L, is_list);
  return 1;
}

/* run:bytes() -> integer: how much memory its values and records have taken */
static int bytes(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)ysl_check_run(L)->run.space.arena.total);
  return 1;
}

const luaL_Reg ysl_run_methods[] = {
    {"parse", parse},
    {"record_references", ysl_record_references},
    {"begin_next", begin_next},
    {"split", split},
    {"contains", ysl_contains},
    {"text_of", ysl_text_of},
    {"keep", keep},
    {"give", give},
    {"bytes", bytes},
    {"give_value", give_text},
    {"pending", ysl_list_pending},
    {"set_arguments", ysl_set_arguments},
    {"fail_arguments", ysl_fail_arguments},
    {"step", ysl_step},
    {"answer", ysl_answer},
    {"mark", ysl_mark},
    {"asked", ysl_asked},
    {"questions", ysl_questions},
    {"context", ysl_context},
    {"question_place", ysl_question_place},
    {"mentions", ysl_mentions},
    {"names", ysl_names_at},
    {"value", value},
    {"encode", encode},
    {"print", print},
    {"annotated", ysl_annotated},
    {"provenance", ysl_provenance},
    {"origin", ysl_origin},
    {"last_place", ysl_last_place},
    {NULL, NULL}};

const luaL_Reg ysl_run_functions[] = {{"run", new_run},
                                      {"validate_json", ysl_validate_json},
                                      {"validate_file", ysl_validate_file},
                                      {"validate_lines", ysl_validate_lines},
                                      {"meter", new_meter},
                                      {NULL, NULL}};
