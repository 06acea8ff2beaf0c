#include "lua/limit/call.h"

#include "lua/limit/ceiling.h"
#include "lua/limit/hook.h"
#include "lua/limit/strings.h"

/*
 * A closure that may yield runs on a thread of its own, so that its yields end
 * the C function that resumes it here. This function limits the closure for
 * exactly as long as it waits for lua_resume().
 */

enum {
  CALL_COST = 100, /* the instructions that a call of a closure costs */
  SLOTS = 8        /* of the caller's stack, for what is pushed here */
};

/* ---- the parts of a call ------------------------------------------------- */

static void begin_part(ysl_part *part) {
  ysl_meters *all = part->meter->all;
  part->paused = part->meter->paused;
  part->around = all->innermost;
  all->innermost = part;
  part->meter->paused = false;
  ysl_ceiling_begin(part);
  ysl_hook_begin(part);
}

static void end_part(ysl_part *part) {
  ysl_meters *all = part->meter->all;
  ysl_ceiling_end(part);
  part->meter->paused = part->paused;
  all->innermost = part->around;
  ysl_hook_end(part);
  ysl_ceiling_settle(part->from, all);
}

/* Runs a call up to its end or to its next yield. Nothing here throws. */
static int run_part(ysl_part *part, int count, int *results) {
  const bool is_apart = part->L != part->from;
  int status;
  begin_part(part);
  status = is_apart ? ysl_resume(part->L, part->from, count, results)
                    : lua_pcall(part->L, count, LUA_MULTRET, 0);
  end_part(part);
  return status;
}

/* Whether the meter's call was made in another call of the same meter, which
 * shares its limits. */
static bool is_nested(const ysl_meter *meter) {
  const ysl_part *part = meter->all->innermost;
  while (part != NULL && part->meter != meter)
    part = part->around;
  return part != NULL;
}

/* ---- the thread of a call ------------------------------------------------ */

/* Pushes a thread for a call: the meter's own, which it keeps alive at stack
 * index 1, or another one for a call in a call. */
static lua_State *push_thread(lua_State *L, ysl_meter *meter) {
  lua_State *thread = meter->thread;
  if (meter->taken) return lua_newthread(L);
  if (thread != NULL) {
    lua_pushthread(thread);
    lua_xmove(thread, L, 1);
  } else {
    thread = lua_newthread(L);
    lua_pushvalue(L, -1);
    ysl_keep(L, 1);
    meter->thread = thread;
  }
  meter->taken = true;
  return thread;
}

/* Lets the next call have the thread, unless it cannot be used again. */
static void give_back(ysl_meter *meter, const lua_State *thread, bool usable) {
  if (meter->thread != thread) return;
  meter->taken = false;
  if (!usable) meter->thread = NULL;
}

/* ---- the end of a call --------------------------------------------------- */

/* Collects what a closure left behind. In LuaJIT that also sets the collector
 * going, which the host may have stopped. */
static void collect(lua_State *L) {
  const bool stopped = lua_gc(L, LUA_GCISRUNNING, 0) == 0;
  lua_gc(L, LUA_GCCOLLECT, 0);
  if (stopped) lua_gc(L, LUA_GCSTOP, 0);
}

/* Whether something was used up; then false, a message and true are pushed. The
 * message comes late, since it may throw. */
static bool end(lua_State *L, ysl_meter *meter) {
  const ysl_spent spent = meter->spent;
  meter->spent = YSL_SPENT_NOTHING;
  if (!meter->free && !is_nested(meter))
    ysl_hook_pay(meter->all, meter->given - meter->left + CALL_COST);
  if (spent == YSL_SPENT_NOTHING) return false;
  lua_settop(L, 1);
  if (spent == YSL_SPENT_MEMORY) {
    collect(L);
    ysl_ceiling_recount(L, meter);
  }
  lua_pushboolean(L, false);
  ysl_meter_push_message(L, meter, spent);
  lua_pushboolean(L, true);
  return true;
}

/* Moves what a thread gives to the caller, where the stack then has the meter,
 * the thread, `first`, and that. */
static void take(lua_State *L, lua_State *thread, int count) {
  lua_settop(L, 2);
  if (!lua_checkstack(L, count + SLOTS)) {
    lua_settop(thread, 0);
    luaL_error(L, "too many results");
  }
  lua_pushnil(L);
  lua_xmove(thread, L, count);
}

/* Gives what core.begin() gives, for a call on a thread of its own. Stack
 * indexes 1 and 2 hold the meter and the thread. */
static int give(lua_State *L, ysl_part *part, int status, int count) {
  const bool fine = status == LUA_OK;
  if (status == LUA_YIELD) {
    take(L, part->L, count);
    lua_pushvalue(L, 2);
    lua_insert(L, 4);
    return count + 2;
  }
  take(L, part->L, fine ? count : 1);
  give_back(part->meter, part->L, fine || ysl_reset_thread(part->L));
  if (end(L, part->meter)) return 3;
  lua_pushboolean(L, fine);
  lua_replace(L, 3);
  return lua_gettop(L) - 2;
}

/* ---- functions for Lua --------------------------------------------------- */

/* Makes the limits those of a new call. */
static void set_limits(ysl_meter *meter) {
  if (is_nested(meter)) return;
  ysl_meter_renew(meter);
  meter->spent = YSL_SPENT_NOTHING;
  if (meter->asked != NULL) meter->question = *meter->asked;
}

/* Calls the function at stack index 2 on the thread of its caller, which cannot
 * yield. */
static int call_here(lua_State *L, ysl_meter *meter) {
  ysl_part part = {.meter = meter, .L = L, .from = L};
  const int status = run_part(&part, lua_gettop(L) - 2, NULL);
  if (end(L, meter)) return 3;
  lua_pushboolean(L, status == LUA_OK);
  lua_insert(L, 2);
  return lua_gettop(L) - 1;
}

/* core.enter(meter) -> boolean: begins a call in which the caller calls pcall
 * itself, and core.leave() after it. False: core.begin() has to make the call,
 * because the caller may yield, or is in such a call.
 *
 * LuaJIT 2.1 may write the error of a failed allocation below the frame of the
 * function that runs, where the stack had its top when C called Lua. Below
 * lua_pcall() that may be a link between frames, and then the error is not
 * found. Below pcall it is nothing that is needed. */
static int enter(lua_State *L) {
  ysl_meter *meter = ysl_check_meter(L, 1);
  const bool enters =
      !YSL_RETRIES && meter->here.L == NULL && !lua_isyieldable(L);
  if (enters) {
    ysl_strings_guard(L, meter->all);
    set_limits(meter);
    meter->here = (ysl_part){.meter = meter, .L = L, .from = L};
    begin_part(&meter->here);
  }
  lua_pushboolean(L, enters);
  return 1;
}

/* core.set_caller(meter, f): f is the Lua function that calls core.enter() and
 * core.leave(). */
static int set_caller(lua_State *L) {
  ysl_check_meter(L, 1)->caller = lua_topointer(L, 2);
  return 0;
}

/* core.leave(meter, ok, ...) -> what core.begin() gives */
static int leave(lua_State *L) {
  ysl_meter *meter = ysl_check_meter(L, 1);
  end_part(&meter->here);
  meter->here.L = NULL;
  if (end(L, meter)) return 3;
  return lua_gettop(L) - 1;
}

static int call_apart(lua_State *L, ysl_meter *meter) {
  const int count = lua_gettop(L) - 1;
  ysl_part part = {.meter = meter, .from = L};
  int status, results = 0;
  part.L = push_thread(L, meter);
  lua_insert(L, 2);
  if (!lua_checkstack(part.L, count + SLOTS)) luaL_error(L, "stack overflow");
  ysl_strings_guard(L, meter->all);
  set_limits(meter);
  lua_xmove(L, part.L, count);
  status = run_part(&part, count - 1, &results);
  return give(L, &part, status, results);
}

/* core.begin(meter, f, ...) -> true, ... | false, thrown | false, message, true
 * | nil, thread, ...: calls f as pcall does, limited by the meter. The third
 * result says that a limit is used up; nil, that f has yielded. */
static int begin(lua_State *L) {
  ysl_meter *meter = ysl_check_meter(L, 1);
  luaL_checkany(L, 2);
  luaL_checkstack(L, SLOTS, NULL);
  if (lua_isyieldable(L)) return call_apart(L, meter);
  ysl_strings_guard(L, meter->all);
  set_limits(meter);
  return call_here(L, meter);
}

/* core.go_on(meter, thread, ...): the same for a call that has yielded; the
 * yield gives the further arguments. */
static int go_on(lua_State *L) {
  ysl_meter *meter = ysl_check_meter(L, 1);
  const int count = lua_gettop(L) - 2;
  ysl_part part = {.meter = meter, .L = lua_tothread(L, 2), .from = L};
  int status, results = 0;
  luaL_argcheck(L, part.L != NULL, 2, "thread expected");
  luaL_checkstack(L, SLOTS, NULL);
  if (lua_status(part.L) != LUA_YIELD || !lua_checkstack(part.L, count)) {
    lua_pushboolean(L, false);
    lua_pushliteral(L, "the coroutine of a closure was resumed by a function "
                       "that it has called");
    return 2;
  }
  ysl_strings_guard(L, meter->all);
  lua_xmove(L, part.L, count);
  status = run_part(&part, count, &results);
  return give(L, &part, status, results);
}

/* core.yield(...): yields for a closure on a thread of its own. The functions
 * of the library `coroutine` do more than that in nginx. */
static int yield(lua_State *L) {
  return lua_yield(L, lua_gettop(L));
}

/* core.host_thread() -> the thread of the host that has made the calls in which
 * this thread runs; without any, this thread */
static int host_thread(lua_State *L) {
  const ysl_part *part = ysl_meters_of(L)->innermost;
  lua_State *thread = L;
  for (; part != NULL && part->L == thread; part = part->around)
    thread = part->from;
  if (!lua_checkstack(thread, 1)) luaL_error(L, "stack overflow");
  lua_pushthread(thread);
  if (thread != L) lua_xmove(thread, L, 1);
  return 1;
}

const luaL_Reg ysl_call_functions[] = {{"enter", enter},
                                       {"leave", leave},
                                       {"set_caller", set_caller},
                                       {"begin", begin},
                                       {"go_on", go_on},
                                       {"yield", yield},
                                       {"host_thread", host_thread},
                                       {NULL, NULL}};
