#include "lua/limit/call.h"

#include "lua/limit/ceiling.h"
#include "lua/limit/hook.h"
#include "lua/limit/meter.h"
#include "lua/limit/meters.h"
#include "lua/limit/strings.h"

/* The instructions that a call of a closure costs. */
enum { CALL_COST = 100 };

/* What a call inside another call of the same meter puts back at its end. */
typedef struct state {
  int64_t left;
  bool paused;
} state;

/* What may throw comes first: a meter that is entered and never left would go
 * on counting. */
static state enter(lua_State *L, ysl_meter *meter) {
  const state before = {meter->left, meter->paused};
  if (meter->all->innermost == NULL) ysl_strings_guard(L);
  if (meter->depth++ == 0) {
    ysl_hook_save(L, meter);
    meter->L = L;
    meter->below = meter->all->innermost;
    meter->all->innermost = meter;
    ysl_ceiling_begin(L, meter);
  }
  meter->left = meter->budget;
  meter->paused = false;
  meter->spent = YSL_SPENT_NOTHING;
  if (meter->asked != NULL) meter->question = *meter->asked;
  ysl_hook_arm(meter);
  return before;
}

/* Collects what a closure left behind. In LuaJIT that also sets the collector
 * going, which the host may have stopped. */
static void collect(lua_State *L) {
  const bool stopped = lua_gc(L, LUA_GCISRUNNING, 0) == 0;
  lua_gc(L, LUA_GCCOLLECT, 0);
  if (stopped) lua_gc(L, LUA_GCSTOP, 0);
}

/* Whether something was used up; then false and a message are pushed. The
 * message comes last, since it may throw. */
static bool leave(lua_State *L, ysl_meter *meter, state before) {
  const bool over = ysl_meter_is_over(meter);
  const ysl_spent spent = meter->spent;
  const int64_t cost =
      meter->free ? 0 : meter->budget - meter->left + CALL_COST;
  meter->spent = YSL_SPENT_NOTHING;
  meter->paused = before.paused;
  if (--meter->depth > 0) {
    meter->left = before.left;
  } else {
    ysl_meter_unlink(meter);
    ysl_ceiling_settle(L, meter->all);
  }
  ysl_hook_restore(L, meter->all, meter, cost);
  if (!over) return false;
  lua_settop(L, 0);
  if (spent == YSL_SPENT_MEMORY) {
    collect(L);
    ysl_ceiling_recount(meter);
  }
  lua_pushboolean(L, false);
  ysl_meter_push_message(L, meter, spent);
  return true;
}

/* Keeps the thread alive as long as the meter. */
static void keep_thread(lua_State *L, int index, const ysl_meter *meter) {
  if (meter->L == L) return;
  lua_pushthread(L);
  ysl_keep(L, index);
}

#if YSL_COUNTS

/* Stack indexes 1 and 2 hold the two fields of `before`; the results follow. */
static int finish(lua_State *L, int status, lua_KContext context) {
  ysl_meter *meter = (ysl_meter *)context;
  const state before = {lua_tointeger(L, 1), lua_toboolean(L, 2)};
  if (leave(L, meter, before)) return 2;
  lua_pushboolean(L, status == LUA_OK || status == LUA_YIELD);
  lua_replace(L, 2);
  return lua_gettop(L) - 1;
}

/* The function that core.caller() gives. It works as pcall does. */
static int call(lua_State *L) {
  ysl_meter *meter = ysl_check_meter(L, lua_upvalueindex(2));
  state before;
  luaL_checkany(L, 1);
  luaL_checkstack(L, 4, NULL);
  keep_thread(L, lua_upvalueindex(2), meter);
  before = enter(L, meter);
  lua_pushinteger(L, (lua_Integer)before.left);
  lua_pushboolean(L, before.paused);
  lua_rotate(L, 1, 2);
  return finish(L,
                lua_pcallk(L, lua_gettop(L) - 3, LUA_MULTRET, 0,
                           (lua_KContext)meter, finish),
                (lua_KContext)meter);
}

/* core.caller(meter) -> a function that calls another one as pcall does,
 * limited by the meter. The called function may yield: lua_pcallk() lets it.
 * LuaJIT has core.enter() instead. */
static int caller(lua_State *L) {
  ysl_check_meter(L, 1);
  lua_settop(L, 1);
  lua_pushvalue(L, YSL_STATE);
  lua_insert(L, 1);
  lua_pushcclosure(L, call, 2);
  return 1;
}

#endif

/* core.enter(meter) -> left, paused: for core.leave() */
static int enter_method(lua_State *L) {
  ysl_meter *meter = ysl_check_meter(L, 1);
  state before;
  keep_thread(L, 1, meter);
  before = enter(L, meter);
  lua_pushnumber(L, (lua_Number)before.left);
  lua_pushboolean(L, before.paused);
  return 2;
}

/* core.leave(meter, left, paused, ok, ...) -> ok, ... | false, message */
static int leave_method(lua_State *L) {
  ysl_meter *meter = ysl_check_meter(L, 1);
  const state before = {(int64_t)lua_tonumber(L, 2), lua_toboolean(L, 3)};
  if (leave(L, meter, before)) return 2;
  return lua_gettop(L) - 3;
}

#if !YSL_COUNTS

/* core.set_caller(meter, f): f is the Lua function that calls core.enter(), the
 * closure by pcall, and core.leave(). */
static int set_caller(lua_State *L) {
  ysl_check_meter(L, 1)->caller = lua_topointer(L, 2);
  return 0;
}

#endif

const luaL_Reg ysl_call_functions[] = {
#if YSL_COUNTS
    {"caller", caller},
#else
    {"set_caller", set_caller},
#endif
    {"enter", enter_method},
    {"leave", leave_method},
    {NULL, NULL}};
