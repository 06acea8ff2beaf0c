#include "lua/run/ask.h"

#include "lua/base/stack.h"
#include "lua/code/host.h"
#include "lua/limit/meters.h"
#include "lua/run/run.h"
#include "lua/value/origin.h"

/* ---- questions and answers ----------------------------------------------- */

static ys_str optional_text(lua_State *L, int index) {
  ys_str text = {"", 0};
  if (lua_type(L, index) == LUA_TSTRING)
    text.ptr = lua_tolstring(L, index, &text.len);
  return text;
}

/* Lets the core call the schema's functions in the middle of a check. Pushes
 * what the host needs. */
static void enter_functions(lua_State *L, ysl_run *ud, ysl_host *host) {
  if (!ud->run.schema->calls_functions) return;
  ysl_push_schema_functions(L, ud);
  ys_host_use(&ud->run.space, ysl_host_enter(L, host, lua_gettop(L)));
}

static void leave_functions(lua_State *L, ysl_run *ud, int top) {
  ys_host_use(&ud->run.space, NULL);
  lua_settop(L, top);
}

static ys_status give_default(lua_State *L, ysl_run *ud, ys_slot *slot) {
  const int top = lua_gettop(L);
  const ys_str none = {"", 0};
  ysl_host host;
  ys_status status;
  enter_functions(L, ud, &host);
  status = ys_run_give_default(&ud->run, slot, none, none);
  leave_functions(L, ud, top);
  return status;
}

/* Takes the value at index 3 as the default that was asked for. The value at 4
 * says what is known of a number (ysl_number_at()). */
static ys_status take_default(lua_State *L, ysl_run *ud) {
  const ys_schema *schema = ud->run.schema;
  const uint32_t closure = ud->question.closure;
  ysl_import im = {.L = L,
                   .space = &ud->run.space,
                   .names = &ud->schema->names,
                   .from_code = true};
  const ysl_number number = ysl_number_at(L, 4);
  ys_slot *slot = ys_arena_new(&ud->run.space.arena, ys_slot);
  ys_status status;
  if (slot == NULL) return YS_NOMEM;
  if (ud->schema->names.first == NULL) im.names = NULL;
  lua_settop(L, 3);
  status = ysl_import_value(&im, schema->default_fields[closure], slot);
  if (status == YS_OK) ysl_take_float(L, number, slot);
  if (status != YS_INVALID)
    return status == YS_OK ? give_default(L, ud, slot) : status;
  ysl_import_push_problem(&im);
  return ys_run_give_default(&ud->run, NULL, optional_text(L, -1),
                             (ys_str){"", 0});
}

/* Takes the answer `verdict`, with what comes at index 3, and calls at 4. */
static ys_status take_answer(lua_State *L, ysl_run *ud, lua_Integer verdict) {
  ys_answer answer = {.verdict = (ys_verdict)(verdict - YSL_VALID)};
  if (verdict == YSL_GIVEN) return take_default(L, ud);
  if (verdict != YSL_VALID) {
    answer.message = optional_text(L, 3);
    if (verdict == YSL_INVALID)
      answer.below = optional_text(L, 4);
    else
      answer.calls = optional_text(L, 4);
  }
  if (verdict == YSL_DEFAULT_FAILED)
    return ys_run_give_default(&ud->run, NULL, answer.message, answer.calls);
  return ys_run_answer(&ud->run, &answer);
}

/* Pushes a value for a closure. The memory of a collection is not charged to
 * the closure. */
static bool push_given(lua_State *L, const ys_slot *slot, uint32_t *nodes) {
  bool before, done;
  if (!ys_is_collection(slot)) return ysl_export_value(L, slot, nodes);
  before = ysl_meter_pause(L);
  done = ysl_export_value(L, slot, nodes);
  ysl_meter_resume(L, before);
  return done;
}

/* Pushes the question's value. False: Lua has no such value; a problem is
 * pushed. */
static bool push_value(lua_State *L, const ys_question *question) {
  if (question->slot != NULL) return push_given(L, question->slot, NULL);
  lua_pushnil(L);
  return true;
}

/* Goes on to the next question. Meanwhile the core may call functions: those of
 * the schema in a check, those of the run in a merge. */
static ys_status next_of_run(lua_State *L, ysl_run *ud) {
  ysl_host schema, own;
  ys_status status;
  int top;
  if (!ud->has_functions && !ud->run.schema->calls_functions)
    return ys_run_next(&ud->run, &ud->question);
  top = lua_gettop(L);
  enter_functions(L, ud, &schema);
  if (ud->has_functions) {
    ysl_getcompanion(L, 1);
    ud->run.host = ysl_host_enter(L, &own, lua_gettop(L));
  }
  status = ys_run_next(&ud->run, &ud->question);
  ud->run.host = NULL;
  leave_functions(L, ud, top);
  return status;
}

/* Goes on to the next question whose value Lua can have. A rule about any other
 * value has failed. */
static ys_status next_question(lua_State *L, ysl_run *ud, bool *asking) {
  for (;;) {
    ys_answer answer = {.verdict = YS_FAILED};
    YS_TRY(next_of_run(L, ud));
    *asking = ud->question.kind != YS_ASK_NOTHING;
    if (!*asking || push_value(L, &ud->question)) return YS_OK;
    answer.message = optional_text(L, -1);
    YS_TRY(ys_run_answer(&ud->run, &answer));
    lua_settop(L, 1);
  }
}

/* The run at stack index 1. Throws when an error has cut it short. */
static ysl_run *check_going(lua_State *L) {
  ysl_run *ud = ysl_check_run(L);
  luaL_argcheck(L, ud->state != RUN_BROKEN && ud->owner.busy == 0, 1,
                "the run was cut short by an error");
  return ud;
}

/* Takes the answer, if there was a question, and goes on to the next question,
 * whose value it pushes. The message or value of the answer is at stack
 * index 3. */
static void go_on(lua_State *L, ysl_run *ud, lua_Integer verdict) {
  ys_status status = YS_OK;
  bool asking = false;
  ud->state = RUN_BROKEN; /* until the step succeeds */
  ysl_enter(&ud->owner);
  if (ud->question.kind != YS_ASK_NOTHING) status = take_answer(L, ud, verdict);
  if (status == YS_OK) status = next_question(L, ud, &asking);
  ysl_leave(&ud->owner);
  ysl_check_status(L, status);
  ud->state = asking ? RUN_STEPPING : RUN_OVER;
  ud->questions++;
}

static int push_kind(lua_State *L, int kind) {
  lua_pushinteger(L, kind);
  return 3;
}

/* Pushes the function of the question whose value is at the top, and the kind
 * of a question that is not plain. `last` is the number of the function that
 * the host has already. */
static int push_question(lua_State *L, ysl_run *ud, uint32_t last) {
  const ys_question *question = &ud->question;
  const bool marked = ud->marked;
  if (ud->state == RUN_OVER) {
    lua_pushnil(L);
    lua_pushlightuserdata(L, NULL);
    return push_kind(L, YSL_OVER);
  }
  if (question->closure == last && !marked) return 1;
  ysl_push_schema_functions(L, ud);
  lua_rawgeti(L, -1, (ysl_index)question->closure);
  lua_replace(L, -2);
  if (question->kind == YS_ASK_DEFAULT) return push_kind(L, YS_ASK_DEFAULT);
  ud->marked = false;
  return marked ? push_kind(L, YSL_MARKED) : 2;
}

/* Whether a value is true both in Lua and in Starlark. The host decides about
 * the others: 0, "" and collections. */
static bool is_true(lua_State *L, int index) {
  switch (lua_type(L, index)) {
  case LUA_TBOOLEAN: return lua_toboolean(L, index) != 0;
  case LUA_TNUMBER: return lua_tonumber(L, index) != 0;
  case LUA_TSTRING: return lua_rawlen(L, index) > 0;
  default: return false;
  }
}

/* Whether the table at index 2 is a tuple whose first item is true in both. */
static bool begins_true(lua_State *L) {
  bool first = false;
  if (!lua_getmetatable(L, 2)) return false;
  lua_rawgeti(L, YSL_STATE, YSL_TUPLE_MT);
  if (lua_rawequal(L, -1, -2)) {
    lua_rawgeti(L, 2, 1);
    first = is_true(L, -1);
  }
  lua_settop(L, 2);
  return first;
}

/* Whether a rule holds for certain. Its results are at index 2 and after it. */
static bool holds(lua_State *L) {
  if (lua_isnone(L, 2) || is_true(L, 2)) return true;
  return lua_gettop(L) == 2 && lua_istable(L, 2) && begins_true(L);
}

/* Gives the results of a function back to the host, which makes a message of
 * them. */
static int hand_back(lua_State *L, const ysl_run *ud) {
  lua_settop(L, 3);
  if (lua_isnil(L, 3)) {
    lua_pushlightuserdata(L, NULL);
    lua_replace(L, 3);
  }
  return push_kind(L, (int)ud->question.kind);
}

/* run:step(...) -> value, function, kind */
int ysl_step(lua_State *L) {
  ysl_run *ud = check_going(L);
  const uint32_t asked = ud->question.closure;
  lua_Integer verdict = YSL_VALID;
  ysl_meter_throw_spent(L);
  switch (ud->question.kind) {
  case YS_ASK_RULE:
    if (!holds(L)) return hand_back(L, ud);
    break;
  case YS_ASK_WHEN:
    if (!lua_isboolean(L, 2)) return hand_back(L, ud);
    if (!lua_toboolean(L, 2)) verdict = YSL_INVALID;
    break;
  case YS_ASK_DEFAULT: return luaL_argerror(L, 1, "a default is asked for");
  default: break;
  }
  go_on(L, ud, verdict);
  return push_question(L, ud, asked);
}

/* run:answer(verdict, message or value, calls, is_float or keys) -> value,
 * function, kind */
int ysl_answer(lua_State *L) {
  const lua_Integer verdict = lua_tointeger(L, 2);
  ysl_run *ud = check_going(L);
  const ys_question_kind kind = ud->question.kind;
  luaL_argcheck(L, ud->state == RUN_STEPPING, 1, "there is no question");
  luaL_argcheck(L,
                verdict >= YSL_VALID && verdict <= YSL_DEFAULT_FAILED &&
                    (kind == YS_ASK_DEFAULT) == (verdict >= YSL_GIVEN),
                2, "no answer to the question");
  go_on(L, ud, verdict);
  return push_question(L, ud, 0);
}

/* run:mark(); the run may be closed */
int ysl_mark(lua_State *L) {
  ysl_run *ud = ysl_check_userdata(L, 1, YSL_RUN, sizeof *ud);
  ud->marked = true;
  return 0;
}

/* run:questions() -> how many there were; the run may be closed */
int ysl_questions(lua_State *L) {
  const ysl_run *ud = ysl_check_userdata(L, 1, YSL_RUN, sizeof *ud);
  lua_pushinteger(L, (lua_Integer)ud->questions);
  return 1;
}

/* ---- about the last question --------------------------------------------- */

/* The index of an array item, from 1. The last brackets of its path hold the
 * index from 0. */
static lua_Integer index_in_path(ys_str path) {
  size_t at = path.len;
  lua_Integer index = 0;
  while (at > 0 && path.ptr[at - 1] != '[')
    at--;
  for (; at + 1 < path.len; at++)
    index = index * 10 + (path.ptr[at] - '0');
  return index + 1;
}

static ys_status push_key(lua_State *L, ysl_run *ud) {
  const ys_question *question = &ud->question;
  ys_str path;
  if (question->slot->key != NULL) {
    const ys_str text = question->slot->key->text;
    lua_pushlstring(L, text.ptr, text.len);
  } else if (question->parent != NULL) {
    YS_TRY(ys_run_path(&ud->run, &path));
    lua_pushinteger(L, index_in_path(path));
  } else {
    lua_pushnil(L);
  }
  return YS_OK;
}

static ys_status push_path(lua_State *L, ysl_run *ud) {
  ys_str path;
  YS_TRY(ys_run_path(&ud->run, &path));
  lua_pushlstring(L, path.ptr, path.len);
  return YS_OK;
}

/* Pushes a copy of a collection, and the number of its slots. */
static int push_copy(lua_State *L, const ys_slot *slot) {
  uint32_t nodes = 0;
  lua_settop(L, 2);
  if (slot == NULL) {
    lua_pushnil(L);
    lua_pushinteger(L, 0);
    return 2;
  }
  if (!push_given(L, slot, &nodes)) return ysl_fail_top(L);
  lua_pushinteger(L, (lua_Integer)nodes);
  return 2;
}

/* Calls `give` with the arguments of a method of a run. The run stays in use
 * until `give` returns or throws. */
static int call_pinned(lua_State *L, ysl_run *ud, lua_CFunction give) {
  int status;
  lua_pushvalue(L, YSL_STATE);
  lua_pushcclosure(L, give, 1);
  lua_insert(L, 1);
  ysl_enter(&ud->owner);
  status = lua_pcall(L, lua_gettop(L) - 1, LUA_MULTRET, 0);
  ysl_leave(&ud->owner);
  if (status != 0) return lua_error(L);
  return lua_gettop(L);
}

enum { CONTEXT_PARENT, CONTEXT_ROOT, CONTEXT_PATH, CONTEXT_KEY };

static int check_context(lua_State *L) {
  static const char *const names[] = {"parent", "root", "path", "key", NULL};
  return luaL_checkoption(L, 2, NULL, names);
}

static int give_context(lua_State *L) {
  const int what = check_context(L);
  ysl_run *ud = ysl_check_run(L);
  const ys_question *question = &ud->question;
  if (what == CONTEXT_ROOT || what == CONTEXT_PARENT)
    ys_run_looked_around(&ud->run);
  if (what == CONTEXT_ROOT) return push_copy(L, question->root);
  if (what == CONTEXT_PARENT) return push_copy(L, question->parent);
  ysl_check_status(L,
                   what == CONTEXT_PATH ? push_path(L, ud) : push_key(L, ud));
  return 1;
}

/* run:context("parent" | "root" | "path" | "key") -> value, nodes
 * nil, problem: Lua cannot have the value. */
int ysl_context(lua_State *L) {
  ysl_run *ud = ysl_check_run(L);
  (void)check_context(L);
  luaL_argcheck(
      L, ud->state == RUN_STEPPING && ud->question.kind != YS_ASK_DEFAULT, 1,
      "there is no question about a value");
  lua_settop(L, 2);
  return call_pinned(L, ud, give_context);
}

/* run:asked() -> kind of the question that waits for an answer | nil */
int ysl_asked(lua_State *L) {
  const ysl_run *ud = ysl_check_run(L);
  if (ud->state == RUN_STEPPING)
    lua_pushinteger(L, (lua_Integer)ud->question.kind);
  else
    lua_pushnil(L);
  return 1;
}

static int give_place(lua_State *L) {
  const ysl_run *ud = ysl_check_run(L);
  const ys_place place = ud->question.place;
  const ys_str file = ys_sources_name(&ud->run.space.sources, place);
  lua_pushlstring(L, file.ptr, file.len);
  lua_pushinteger(L, (lua_Integer)place.line);
  return 2;
}

/* run:question_place() -> file, line: of the annotation */
int ysl_question_place(lua_State *L) {
  ysl_run *ud = ysl_check_run(L);
  luaL_argcheck(L, ud->state == RUN_STEPPING, 1, "there is no question");
  lua_settop(L, 1);
  return call_pinned(L, ud, give_place);
}
