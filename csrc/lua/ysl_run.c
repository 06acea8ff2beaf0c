#include "ysl_run.h"

#include "../core/ys_run.h"
#include "ysl_documents.h"
#include "ysl_export.h"
#include "ysl_host.h"
#include "ysl_import.h"
#include "ysl_pending.h"
#include "ysl_pool.h"
#include "ysl_schema.h"
#include "ysl_source.h"

typedef struct ysl_run {
  ysl_owner owner;
  ys_run run;
  ysl_schema *schema;   /* the companion keeps it */
  ys_question question; /* the one that waits for an answer */
  uint32_t questions;   /* so far; it may wrap */
  bool marked;          /* the next question comes with YSL_MARKED */
  ysl_pending pending;  /* annotations of data values */
  bool has_functions;   /* of its own: then the companion is the run's, with
                           the schema's at 0 */
  enum {
    RUN_INPUTS,
    RUN_STEPPING, /* inputs are complete */
    RUN_OVER,     /* nothing is left to ask */
    RUN_BROKEN    /* memory ran out in the middle of a step */
  } state;
} ysl_run;

static void release(ysl_owner *owner) {
  ysl_run *box = (ysl_run *)(void *)owner;
  ysl_owner *schema = &box->schema->owner;
  ys_run_release(&box->run);
  schema->users--;
  ysl_settle(schema);
}

static bool check_flag(lua_State *L, int options, const char *name) {
  bool set;
  if (lua_isnoneornil(L, options)) return false;
  luaL_checktype(L, options, LUA_TTABLE);
  lua_getfield(L, options, name);
  set = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return set;
}

/* core.run(schema, { skip_validation = boolean, code_in_values = boolean })
 * -> run */
static int new_run(lua_State *L) {
  const bool skip_validation = check_flag(L, 2, "skip_validation");
  const bool allow_code = check_flag(L, 2, "code_in_values");
  ysl_schema *schema;
  ysl_run *box;
  box = ysl_new_box(L, YSL_RUN, sizeof *box);
  schema = ysl_check_compiled(L, 1);
  ysl_getcompanion(L, 1);
  ysl_setcompanion(L, -2);
  if (ys_run_init(&box->run, ysl_pool_memory(L), &schema->schema) != YS_OK) {
    ys_run_release(&box->run);
    return ysl_no_memory(L);
  }
  box->run.skip_validation = skip_validation;
  box->run.allow_code = allow_code;
  box->schema = schema;
  schema->owner.users++;
  box->owner.space = &box->run.space;
  box->owner.release = release;
  box->owner.open = true;
  return 1;
}

static ysl_run *check_run(lua_State *L) {
  return ysl_check_open(L, 1, YSL_RUN, sizeof(ysl_run));
}

/* ---- inputs ------------------------------------------------------------- */

static ysl_run *check_beginning(lua_State *L) {
  ysl_run *box = check_run(L);
  luaL_argcheck(L, box->state == RUN_INPUTS, 1,
                "inputs come before the first step");
  return box;
}

static int push_outcome(lua_State *L, ys_status status) {
  if (ysl_check_status(L, status))
    lua_pushboolean(L, true);
  else
    lua_pushnil(L);
  return 1;
}

/* run:parse(source, "template" | "plain") -> true | nil */
static int parse(lua_State *L) {
  static const char *const names[] = {"template", "plain", NULL};
  const ys_input input = (ys_input)luaL_checkoption(L, 3, "template", names);
  ysl_run *box = check_beginning(L);
  const uint16_t number = ysl_add_source(L, 2, &box->run.space);
  return push_outcome(L, ys_run_parse(&box->run, number, input));
}

/* Pushes the schema's companion. */
static void push_schema_functions(lua_State *L, const ysl_run *box) {
  ysl_getcompanion(L, 1);
  if (!box->has_functions) return;
  lua_rawgeti(L, -1, 0);
  lua_replace(L, -2);
}

/* Makes the schema's names; the strings go into the companion. */
static void make_names(lua_State *L, const ysl_run *box) {
  ysl_schema *schema = box->schema;
  push_schema_functions(L, box);
  ysl_names_make(L, &schema->names, &schema->schema);
  lua_rawseti(L, -2, -1);
  lua_pop(L, 1);
}

static ys_status give_value(lua_State *L, ysl_run *box, ysl_import *im) {
  ys_slot *slot = ys_arena_new(&box->run.space.arena, ys_slot);
  if (slot == NULL) return YS_NOMEM;
  YS_TRY(ysl_import_value(im, box->schema->schema.root, slot));
  lua_pop(L, 1);
  return ys_run_give(&box->run, slot);
}

/* run:give(value) -> true | nil, problem */
static int give(lua_State *L) {
  ysl_run *box = check_beginning(L);
  ysl_import im = {
      .L = L, .space = &box->run.space, .names = &box->schema->names};
  ys_status status;
  lua_settop(L, 2);
  ysl_enter(&box->owner);
  if (box->schema->names.types == NULL) make_names(L, box);
  status = give_value(L, box, &im);
  if (status == YS_INVALID) ysl_import_push_problem(&im);
  ysl_leave(&box->owner);
  if (!ysl_check_status(L, status)) return ysl_fail_top(L);
  lua_pushboolean(L, true);
  return 1;
}

/* The list of strings at a stack index, in the arena. */
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
  ysl_run *box = check_beginning(L);
  size_t count;
  const ys_str *keys = check_keys(L, &box->run.space.arena, 3, &count);
  const uint16_t number = ysl_add_source(L, 2, &box->run.space);
  return push_outcome(
      L, ys_run_give_value(&box->run, number, keys, count, text, as_yaml));
}

/* ---- annotations of data values ----------------------------------------- */

/* run:pending() -> list of { id, name, text, file, line, column } */
static int pending(lua_State *L) {
  ysl_run *box = check_beginning(L);
  ys_pending *first;
  ysl_check_status(L, ys_run_pending(&box->run, &first));
  return ysl_push_pending(L, &box->owner, &box->pending, first);
}

/* run:set_arguments(id, args) -> true | nil, problem */
static int set_arguments(lua_State *L) {
  ysl_run *box = check_beginning(L);
  lua_settop(L, 3);
  if (!box->has_functions) {
    lua_newtable(L);
    ysl_getcompanion(L, 1);
    lua_rawseti(L, -2, 0);
    ysl_setcompanion(L, 1);
    box->has_functions = true;
  }
  ysl_getcompanion(L, 1);
  return ysl_set_arguments(L, &box->owner, &box->pending);
}

/* run:fail_arguments(id, problem) */
static int fail_arguments(lua_State *L) {
  ysl_run *box = check_beginning(L);
  return ysl_fail_arguments(L, &box->owner, &box->pending);
}

/* ---- questions and answers ---------------------------------------------- */

static ys_str optional_text(lua_State *L, int index) {
  ys_str text = {"", 0};
  if (lua_type(L, index) == LUA_TSTRING)
    text.ptr = lua_tolstring(L, index, &text.len);
  return text;
}

/* Lets the core call the schema's functions in the middle of a check; pushes
 * what that needs. */
static void enter_functions(lua_State *L, ysl_run *box, ysl_host *host) {
  if (!box->run.schema->calls_functions) return;
  push_schema_functions(L, box);
  box->run.space.functions = ysl_host_enter(L, host, lua_gettop(L));
}

static void leave_functions(lua_State *L, ysl_run *box, int top) {
  box->run.space.functions = NULL;
  lua_settop(L, top);
}

static ys_status give_default(lua_State *L, ysl_run *box, ys_slot *slot) {
  const int top = lua_gettop(L);
  ysl_host host;
  ys_status status;
  enter_functions(L, box, &host);
  status = ys_run_give_default(&box->run, slot, (ys_str){"", 0});
  leave_functions(L, box, top);
  return status;
}

/* The value at index 3 is the default that was asked for. */
static ys_status take_default(lua_State *L, ysl_run *box) {
  const ys_schema *schema = box->run.schema;
  const uint32_t closure = box->question.closure;
  ysl_import im = {
      .L = L, .space = &box->run.space, .names = &box->schema->names};
  ys_slot *slot = ys_arena_new(&box->run.space.arena, ys_slot);
  ys_status status;
  if (slot == NULL) return YS_NOMEM;
  if (box->schema->names.types == NULL) im.names = NULL;
  lua_settop(L, 3);
  status = ysl_import_value(&im, schema->default_fields[closure], slot);
  if (status != YS_INVALID)
    return status == YS_OK ? give_default(L, box, slot) : status;
  ysl_import_push_problem(&im);
  return ys_run_give_default(&box->run, NULL, optional_text(L, -1));
}

/* Takes the answer `verdict`, with what comes at index 3. */
static ys_status take_answer(lua_State *L, ysl_run *box, lua_Integer verdict) {
  ys_answer answer = {(ys_verdict)(verdict - YSL_VALID), {"", 0}};
  if (verdict == YSL_GIVEN) return take_default(L, box);
  if (verdict != YSL_VALID) answer.message = optional_text(L, 3);
  if (verdict == YSL_DEFAULT_FAILED)
    return ys_run_give_default(&box->run, NULL, answer.message);
  return ys_run_answer(&box->run, &answer);
}

/* Pushes the question's value. False: Lua cannot have it; a problem is at the
 * top. */
static bool push_value(lua_State *L, const ys_question *question) {
  if (question->slot != NULL) return ysl_export_value(L, question->slot, NULL);
  lua_pushnil(L);
  return true;
}

/* Goes on to the next question, with the run's own functions at hand. */
static ys_status next_of_run(lua_State *L, ysl_run *box) {
  const int top = lua_gettop(L);
  ysl_host schema, own;
  ys_status status;
  enter_functions(L, box, &schema);
  if (box->has_functions) {
    ysl_getcompanion(L, 1);
    box->run.host = ysl_host_enter(L, &own, lua_gettop(L));
  }
  status = ys_run_next(&box->run, &box->question);
  box->run.host = NULL;
  leave_functions(L, box, top);
  return status;
}

/* Goes on to the next question that can be put to Lua. A rule over a value
 * that Lua cannot have has failed. */
static ys_status next_question(lua_State *L, ysl_run *box, bool *asking) {
  for (;;) {
    ys_answer answer = {YS_FAILED, {"", 0}};
    YS_TRY(next_of_run(L, box));
    *asking = box->question.kind != YS_ASK_NOTHING;
    if (!*asking || push_value(L, &box->question)) return YS_OK;
    answer.message = optional_text(L, -1);
    YS_TRY(ys_run_answer(&box->run, &answer));
    lua_settop(L, 1);
  }
}

/* The run, which has to be able to go on. */
static ysl_run *check_going(lua_State *L) {
  ysl_run *box = check_run(L);
  luaL_argcheck(L, box->state != RUN_BROKEN && box->owner.busy == 0, 1,
                "the run was cut short by an error");
  return box;
}

/* Takes the answer, with what comes at index 3, unless nothing was asked, and
 * goes on to the next question: its value is at the top. */
static void go_on(lua_State *L, ysl_run *box, lua_Integer verdict) {
  ys_status status = YS_OK;
  bool asking = false;
  box->state = RUN_BROKEN; /* unless all goes well */
  ysl_enter(&box->owner);
  if (box->question.kind != YS_ASK_NOTHING)
    status = take_answer(L, box, verdict);
  if (status == YS_OK) status = next_question(L, box, &asking);
  ysl_leave(&box->owner);
  ysl_check_status(L, status);
  box->state = asking ? RUN_STEPPING : RUN_OVER;
  box->questions++;
}

static int push_kind(lua_State *L, int kind) {
  lua_pushinteger(L, kind);
  return 3;
}

/* Pushes the function of the question whose value is at the top, and its kind
 * unless it is plain. `at_hand` is the function that the host has. */
static int push_question(lua_State *L, ysl_run *box, uint32_t at_hand) {
  const ys_question *question = &box->question;
  const bool marked = box->marked;
  if (box->state == RUN_OVER) {
    lua_pushnil(L);
    lua_pushlightuserdata(L, NULL);
    return push_kind(L, YSL_OVER);
  }
  if (question->closure == at_hand && !marked) return 1;
  push_schema_functions(L, box);
  lua_rawgeti(L, -1, (ysl_index)question->closure);
  lua_replace(L, -2);
  if (question->kind == YS_ASK_DEFAULT) return push_kind(L, YS_ASK_DEFAULT);
  box->marked = false;
  return marked ? push_kind(L, YSL_MARKED) : 2;
}

/* As a rule sees it: null is not true. */
static bool is_true(lua_State *L, int index) {
  if (lua_islightuserdata(L, index)) return lua_touserdata(L, index) != NULL;
  return lua_toboolean(L, index) != 0;
}

/* Whether a rule that gave what is at index 2, if anything, holds. A tuple is
 * what it begins with (language.md 5 and 12). */
static bool holds(lua_State *L) {
  bool is_tuple, first;
  if (lua_isnone(L, 2)) return true;
  if (!lua_istable(L, 2)) return is_true(L, 2);
  if (!lua_getmetatable(L, 2)) return true;
  lua_rawgeti(L, YSL_STATE, YSL_TUPLE_MT);
  is_tuple = lua_rawequal(L, -1, -2) != 0;
  lua_rawgeti(L, 2, 1);
  first = is_true(L, -1);
  lua_pop(L, 3);
  return first || !is_tuple;
}

/* Gives back what a function gave, for the host to put into words. */
static int hand_back(lua_State *L, const ysl_run *box) {
  lua_settop(L, 3);
  if (lua_isnil(L, 3)) {
    lua_pushlightuserdata(L, NULL);
    lua_replace(L, 3);
  }
  return push_kind(L, (int)box->question.kind);
}

/* run:step(...) -> value, function, kind */
static int step(lua_State *L) {
  ysl_run *box = check_going(L);
  const uint32_t asked = box->question.closure;
  lua_Integer verdict = YSL_VALID;
  switch (box->question.kind) {
  case YS_ASK_RULE:
    if (!holds(L)) return hand_back(L, box);
    break;
  case YS_ASK_WHEN:
    if (!lua_isboolean(L, 2)) return hand_back(L, box);
    if (!lua_toboolean(L, 2)) verdict = YSL_INVALID;
    break;
  case YS_ASK_DEFAULT: return luaL_argerror(L, 1, "a default is asked for");
  default: break;
  }
  go_on(L, box, verdict);
  return push_question(L, box, asked);
}

/* run:answer(verdict, message or value) -> value, function, kind */
static int answer(lua_State *L) {
  const lua_Integer verdict = lua_tointeger(L, 2);
  ysl_run *box = check_going(L);
  const ys_question_kind kind = box->question.kind;
  luaL_argcheck(L, box->state == RUN_STEPPING, 1, "there is no question");
  luaL_argcheck(L,
                verdict >= YSL_VALID && verdict <= YSL_DEFAULT_FAILED &&
                    (kind == YS_ASK_DEFAULT) == (verdict >= YSL_GIVEN),
                2, "no answer to the question");
  go_on(L, box, verdict);
  return push_question(L, box, 0);
}

/* run:mark(): also when it is closed */
static int mark(lua_State *L) {
  ysl_run *box = ysl_check_box(L, 1, YSL_RUN, sizeof *box);
  box->marked = true;
  return 0;
}

/* run:questions() -> how many there were; also when it is closed */
static int questions(lua_State *L) {
  const ysl_run *box = ysl_check_box(L, 1, YSL_RUN, sizeof *box);
  lua_pushinteger(L, (lua_Integer)box->questions);
  return 1;
}

/* ---- about the last question -------------------------------------------- */

/* Where an array item stands, from 1: the number in its path's last brackets,
 * which count from 0. */
static lua_Integer index_in_path(ys_str path) {
  size_t at = path.len;
  lua_Integer index = 0;
  while (at > 0 && path.ptr[at - 1] != '[')
    at--;
  for (; at + 1 < path.len; at++)
    index = index * 10 + (path.ptr[at] - '0');
  return index + 1;
}

static ys_status push_key(lua_State *L, const ysl_run *box) {
  const ys_question *question = &box->question;
  ys_str path;
  if (question->slot->key != NULL) {
    const ys_str text = question->slot->key->text;
    lua_pushlstring(L, text.ptr, text.len);
  } else if (question->parent != NULL) {
    YS_TRY(ys_validator_path(&box->run.validator, &path));
    lua_pushinteger(L, index_in_path(path));
  } else {
    lua_pushnil(L);
  }
  return YS_OK;
}

static ys_status push_path(lua_State *L, const ysl_run *box) {
  ys_str path;
  YS_TRY(ys_validator_path(&box->run.validator, &path));
  lua_pushlstring(L, path.ptr, path.len);
  return YS_OK;
}

/* What holds the value, or all of it: a copy, and how many slots it has. */
static int push_copy(lua_State *L, const ys_slot *slot) {
  uint32_t nodes = 0;
  lua_settop(L, 2);
  if (slot == NULL) {
    lua_pushnil(L);
    lua_pushinteger(L, 0);
    return 2;
  }
  if (!ysl_export_value(L, slot, &nodes)) return ysl_fail_top(L);
  lua_pushinteger(L, (lua_Integer)nodes);
  return 2;
}

/* run:context("parent" | "root" | "path" | "key") -> value, nodes
 * nil, problem: Lua cannot have the value. */
static int context(lua_State *L) {
  static const char *const names[] = {"parent", "root", "path", "key", NULL};
  enum { PARENT, ROOT, PATH, KEY };
  const int what = luaL_checkoption(L, 2, NULL, names);
  ysl_run *box = check_run(L);
  const ys_question *question = &box->question;
  ys_status status = YS_OK;
  int results = 1;
  luaL_argcheck(L,
                box->state == RUN_STEPPING && question->kind != YS_ASK_DEFAULT,
                1, "there is no question about a value");
  ysl_enter(&box->owner);
  if (what == PATH)
    status = push_path(L, box);
  else if (what == KEY)
    status = push_key(L, box);
  else
    results = push_copy(L, what == ROOT ? question->root : question->parent);
  ysl_leave(&box->owner);
  ysl_check_status(L, status);
  return results;
}

/* run:asked() -> kind of the question that waits for an answer | nil */
static int asked(lua_State *L) {
  const ysl_run *box = check_run(L);
  if (box->state == RUN_STEPPING)
    lua_pushinteger(L, (lua_Integer)box->question.kind);
  else
    lua_pushnil(L);
  return 1;
}

/* run:question_place() -> file, line: of the annotation */
static int question_place(lua_State *L) {
  ysl_run *box = check_run(L);
  const ys_place place = box->question.place;
  ys_str file;
  luaL_argcheck(L, box->state == RUN_STEPPING, 1, "there is no question");
  file = ys_sources_name(&box->run.space.sources, place);
  ysl_enter(&box->owner);
  lua_pushlstring(L, file.ptr, file.len);
  ysl_leave(&box->owner);
  lua_pushinteger(L, (lua_Integer)place.line);
  return 2;
}

/* ---- results ------------------------------------------------------------ */

static ysl_run *check_over(lua_State *L) {
  ysl_run *box = check_run(L);
  luaL_argcheck(L, box->state == RUN_OVER, 1, "the run is not over");
  return box;
}

/* run:value() -> value | nil, problem */
static int value(lua_State *L) {
  ysl_run *box = check_over(L);
  bool done;
  ysl_enter(&box->owner);
  done = ysl_export_value(L, &box->run.root, NULL);
  ysl_leave(&box->owner);
  return done ? 1 : ysl_fail_top(L);
}

/* run:encode("yaml" | "json") -> string | nil, problem */
static int encode(lua_State *L) {
  const ysl_format format = ysl_check_format(L, 2);
  ys_buf *buf = ysl_new_buffer(L);
  const ysl_run *box = check_over(L);
  if (!ysl_emit(L, buf, &box->run.root, format)) return ysl_fail_top(L);
  ysl_push_buffer(L, buf);
  return 1;
}

const luaL_Reg ysl_run_methods[] = {{"parse", parse},
                                    {"give", give},
                                    {"give_value", give_text},
                                    {"pending", pending},
                                    {"set_arguments", set_arguments},
                                    {"fail_arguments", fail_arguments},
                                    {"step", step},
                                    {"answer", answer},
                                    {"mark", mark},
                                    {"asked", asked},
                                    {"questions", questions},
                                    {"context", context},
                                    {"question_place", question_place},
                                    {"value", value},
                                    {"encode", encode},
                                    {NULL, NULL}};

const luaL_Reg ysl_run_functions[] = {{"run", new_run}, {NULL, NULL}};
