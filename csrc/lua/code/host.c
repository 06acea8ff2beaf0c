#include "lua/code/host.h"

#include "lua/base/stack.h"
#include "lua/base/userdata.h"
#include "lua/value/export.h"
#include "lua/value/origin.h"

/* One call of a closure: what call_protected() is given. */
typedef struct asking {
  ys_space *space;
  uint32_t closure;
  const ys_slot *const *arguments;
  uint32_t count;
  ys_reply *reply;
} asking;

static void fail(lua_State *L, asking *a, int index) {
  ys_str text = {"the function failed", 19};
  if (lua_type(L, index) == LUA_TSTRING)
    text.ptr = lua_tolstring(L, index, &text.len);
  a->reply->failed = true;
  ysl_check_status(L, ys_arena_str(&a->space->arena, text, &a->reply->message));
}

/* The stack index of the origins in call_protected(). */
enum { ORIGINS = 3 };

static int origins_of_call(lua_State *L) {
  return lua_istable(L, ORIGINS) ? ORIGINS : 0;
}

/* Makes `slot` the value at the top of the stack. False: it is no value. */
static bool take_result(lua_State *L, asking *a, ys_slot *slot) {
  ysl_import im = {.L = L,
                   .space = a->space,
                   .origins = origins_of_call(L),
                   .from_code = true};
  if (ysl_check_status(L, ysl_import_value(&im, NULL, slot))) return true;
  ysl_import_push_problem(&im);
  fail(L, a, -1);
  return false;
}

/* Takes the results from `first` to the top of the stack. Those that the caller
 * does not ask for are dropped, whatever they are. */
static void take_results(lua_State *L, asking *a, int first) {
  ys_reply *reply = a->reply;
  const bool has_second = reply->is_pair && !lua_isnoneornil(L, first + 1);
  if (lua_isnone(L, first)) return; /* no result: null */
  lua_settop(L, has_second ? first + 1 : first);
  if (has_second) {
    if (!take_result(L, a, &reply->second)) return;
    lua_settop(L, first);
  }
  take_result(L, a, &reply->value);
}

static void push_argument(lua_State *L, const ys_slot *slot) {
  const int origins = origins_of_call(L);
  bool done = true;
  if (slot == NULL)
    lua_pushlightuserdata(L, NULL);
  else
    done = ysl_export_argument(L, slot, origins);
  if (!done) lua_error(L); /* the problem is at the top */
}

/* The origin of the number at the top of the stack, which a function has
 * given. Where numbers are doubles, it counts as a float when an argument is
 * the same number as a float, and none is it as an integer. */
static ysl_number number_of(lua_State *L, const asking *a) {
  const double number = (double)lua_tonumber(L, -1);
  ysl_number found = YSL_ANY_NUMBER;
  if (YSL_HAS_INTEGERS) return found;
  for (uint32_t i = 0; i < a->count; i++) {
    const ys_slot *slot = a->arguments[i];
    if (slot == NULL) continue;
    if (slot->kind == YS_INT && (double)slot->u.integer == number)
      return YSL_ANY_NUMBER;
    if (slot->kind == YS_FLOAT && ys_slot_number(slot) == number)
      found = YSL_COMPUTED_FLOAT;
  }
  return found;
}

/*
 * Runs under pcall with the arguments asking, functions and origins. It calls
 * the closure through core.hooks.call, which limits it and puts into words what
 * it throws: call(settings, fn, ...) gives true and the results, or false and a
 * message.
 */
static int call_protected(lua_State *L) {
  asking *a = lua_touserdata(L, 1);
  ysl_number number;
  int results;
  luaL_checkstack(L, (int)a->count + 8, NULL);
  lua_rawgeti(L, YSL_STATE, YSL_HOOKS);
  lua_getfield(L, -1, "call");
  lua_replace(L, -2);
  results = lua_gettop(L);
  lua_rawgeti(L, 2, YSL_SETTINGS);
  lua_rawgeti(L, 2, (ysl_index)a->closure);
  for (uint32_t i = 0; i < a->count; i++)
    push_argument(L, a->arguments[i]);
  lua_call(L, (int)a->count + 2, LUA_MULTRET);
  if (lua_toboolean(L, results)) {
    take_results(L, a, results + 1);
    lua_rawgeti(L, 2, (ysl_index)a->closure);
    number = ysl_number_given(L);
    lua_settop(L, results + 1);
    if (number == YSL_ANY_NUMBER && lua_type(L, -1) == LUA_TNUMBER)
      number = number_of(L, a);
    ysl_take_float(L, number, &a->reply->value);
  } else {
    fail(L, a, results + 1);
  }
  return 0;
}

/* The core is on the C stack, so that no error may get past this function. */
static ys_status call(void *ud, ys_space *space, uint32_t closure,
                      const ys_slot *const *arguments, uint32_t count,
                      ys_reply *reply) {
  ysl_host *self = ud;
  lua_State *L = self->L;
  asking a = {space, closure, arguments, count, reply};
  ys_str text = {"the function failed", 19};
  int status;
  lua_pushvalue(L, self->protector); /* copying a slot never allocates */
  lua_pushlightuserdata(L, &a);
  lua_pushvalue(L, self->functions);
  if (self->origins != 0)
    lua_pushvalue(L, self->origins);
  else
    lua_pushnil(L);
  status = lua_pcall(L, 3, 0, 0);
  if (status == 0) return YS_OK;
  if (status == LUA_ERRMEM) {
    lua_pop(L, 1);
    return YS_NOMEM;
  }
  if (lua_type(L, -1) == LUA_TSTRING)
    text.ptr = lua_tolstring(L, -1, &text.len);
  reply->failed = true;
  if (ys_arena_str(&space->arena, text, &reply->message) != YS_OK)
    status = LUA_ERRMEM;
  lua_pop(L, 1);
  return status == LUA_ERRMEM ? YS_NOMEM : YS_OK;
}

/* The first number of a function. It takes one place of the stack, and neither
 * allocates nor throws. */
static uint32_t first(void *ud, uint32_t closure) {
  ysl_host *self = ud;
  lua_State *L = self->L;
  uint32_t number;
  lua_rawgeti(L, self->functions, (ysl_index)closure);
  lua_rawget(L, self->functions);
  number = (uint32_t)lua_tointeger(L, -1);
  lua_pop(L, 1);
  return number == 0 ? closure : number;
}

void ysl_host_keep_settings(lua_State *L, int options) {
  if (!lua_istable(L, options)) return;
  lua_pushvalue(L, options);
  lua_rawseti(L, -2, YSL_SETTINGS);
}

void ysl_host_share_settings(lua_State *L) {
  lua_rawgeti(L, -1, YSL_SETTINGS);
  lua_rawseti(L, -3, YSL_SETTINGS);
}

const ys_host *ysl_host_enter(lua_State *L, ysl_host *self, int functions) {
  luaL_checkstack(L, LUA_MINSTACK, "too many nested merges");
  lua_pushvalue(L, YSL_STATE);
  lua_pushcclosure(L, call_protected, 1);
  self->host.ud = self;
  self->host.call = call;
  self->host.first = first;
  self->L = L;
  self->functions = functions;
  self->origins = 0;
  self->protector = lua_gettop(L);
  return &self->host;
}

const ys_host *ysl_host_enter_compiling(lua_State *L, ysl_host *self,
                                        int functions) {
  const ys_host *host = ysl_host_enter(L, self, functions);
  self->origins = ysl_push_origins(L, functions);
  return host;
}
