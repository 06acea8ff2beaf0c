#include "lua/limit/hook.h"

#include "lua/base/userdata.h"

/* Whether nothing is left to the closure. */
static bool is_over(const ysl_meter *meter) {
  return meter->spent != YSL_SPENT_NOTHING ||
         (meter->counts && meter->left <= 0);
}

/* Counts a step. Whether more is left; else the budget is noted as used up. */
static bool goes_on(ysl_meter *meter) {
  if (meter->spent != YSL_SPENT_NOTHING) return false;
  meter->left -= meter->left > 0 ? meter->step : 0;
  if (ysl_meter_begins_anew(meter) || meter->left > 0) return true;
  meter->spent = YSL_SPENT_BUDGET;
  return false;
}

#if YSL_COUNTS

/* Its address is where the hook finds the meters in the registry. */
static const char registry_key = 0;

static void hook(lua_State *L, lua_Debug *event);

/* Setting the hook takes the longer the deeper the stack is. */
void ysl_hook_arm(const ysl_meter *meter) {
  const bool over = is_over(meter);
  const int step = over ? 1 : meter->step;
  if (!over && !meter->counts) return;
  if (lua_gethook(meter->L) != hook || lua_gethookcount(meter->L) != step)
    lua_sethook(meter->L, hook, LUA_MASKCOUNT, step);
}

/* The innermost meter of a thread that the hook is for. */
static ysl_meter *counting(const ysl_meters *all, const lua_State *L) {
  ysl_meter *meter = all->innermost;
  while (
      meter != NULL &&
      (meter->L != L || (!meter->counts && meter->spent == YSL_SPENT_NOTHING)))
    meter = meter->below;
  return meter;
}

/* Throws when the budget is used up, and then after each instruction, so that a
 * closure which catches the error cannot go on. The hook is in C, since a full
 * stack of calls from C leaves no room for one in Lua. */
static void hook(lua_State *L, lua_Debug *event) {
  ysl_meters *all;
  ysl_meter *meter;
  bool more;
  (void)event;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_key);
  all = lua_touserdata(L, -1);
  lua_pop(L, 1);
  meter = counting(all, L);
  if (meter == NULL) return;
  more = goes_on(meter);
  ysl_hook_arm(meter);
  if (!more) ysl_meter_fail(L, meter);
}

void ysl_hook_prepare(lua_State *L, ysl_meters *all) {
  lua_rawgeti(L, YSL_STATE, YSL_METERS);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &registry_key);
  all->prepared = true;
}

void ysl_hook_save(lua_State *L, ysl_meter *meter) {
  meter->hook = lua_gethook(L);
  meter->mask = lua_gethookmask(L);
  meter->count = lua_gethookcount(L);
}

void ysl_hook_restore(lua_State *L, ysl_meters *all, const ysl_meter *meter,
                      int64_t cost) {
  ysl_meter *outer = counting(all, L);
  if (outer != NULL) {
    outer->left -= cost;
    ysl_hook_arm(outer);
  } else if (meter->budget > 0 || lua_gethook(L) == hook) {
    lua_sethook(L, meter->hook, meter->mask, meter->count);
  }
}

static bool is_set(lua_State *L) {
  return lua_gethook(L) == hook;
}

#else

/* Its address is where the hook finds the meters in the registry. */
static char registry_key;

static void hook(lua_State *L, lua_Debug *event);

/* The allocator calls this in the middle of compiled code as well, which
 * lua_sethook() and LUA_GCRESTART allow: they write to a few fields. The hook
 * is not asked before compiled code is left. That soon happens where a step of
 * the garbage collector is due, so one is made due. */
void ysl_hook_arm(const ysl_meter *meter) {
  ysl_meters *all = meter->all;
  const bool over = is_over(meter), is_set = lua_gethook(meter->L) == hook;
  const int step = over ? 1 : meter->step;
  if (!over && !meter->counts) return;
  if (!is_set) {
    all->hook = lua_gethook(meter->L);
    all->mask = lua_gethookmask(meter->L);
    all->count = lua_gethookcount(meter->L);
  }
  if (!is_set || lua_gethookcount(meter->L) != step)
    lua_sethook(meter->L, hook, LUA_MASKCOUNT, step);
  if (!over) return;
  if (lua_gc(meter->L, LUA_GCISRUNNING, 0) == 0) all->stopped = true;
  lua_gc(meter->L, LUA_GCRESTART, 0);
}

/* Puts the host's hook back. */
static void disarm(lua_State *L, ysl_meters *all) {
  if (lua_gethook(L) != hook) return;
  lua_sethook(L, all->hook, all->mask, all->count);
  if (all->stopped) lua_gc(L, LUA_GCSTOP, 0);
  all->stopped = false;
}

/* Whether the function that runs is the one that called the closure. It has
 * caught the error and goes on to core.leave(). */
static bool is_caller(lua_State *L, lua_Debug *event, const ysl_meter *meter) {
  bool is;
  lua_getinfo(L, "f", event);
  is = lua_topointer(L, -1) == meter->caller;
  lua_pop(L, 1);
  return is;
}

/* Throws when a closure has used up something, and then after each instruction,
 * so that one which catches the error cannot go on. */
static void hook(lua_State *L, lua_Debug *event) {
  ysl_meters *all;
  ysl_meter *meter;
  lua_pushlightuserdata(L, &registry_key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  all = lua_touserdata(L, -1);
  lua_pop(L, 1);
  meter = ysl_meter_running(all);
  if (meter == NULL || (!meter->counts && meter->spent == YSL_SPENT_NOTHING)) {
    disarm(L, all);
  } else {
    const bool more = goes_on(meter);
    ysl_hook_arm(meter);
    if (!more && !is_caller(L, event, meter)) ysl_meter_fail(L, meter);
  }
}

void ysl_hook_prepare(lua_State *L, ysl_meters *all) {
  lua_pushlightuserdata(L, &registry_key);
  lua_rawgeti(L, YSL_STATE, YSL_METERS);
  lua_rawset(L, LUA_REGISTRYINDEX);
  all->prepared = true;
}

/* The host's hook is noted when ours is set. */
void ysl_hook_save(lua_State *L, ysl_meter *meter) {
  (void)L;
  (void)meter;
}

void ysl_hook_restore(lua_State *L, ysl_meters *all, const ysl_meter *meter,
                      int64_t cost) {
  ysl_meter *outer = ysl_meter_running(all);
  (void)meter;
  disarm(L, all);
  if (outer == NULL || !outer->counts) return;
  outer->left -= cost;
  ysl_hook_arm(outer);
}

static bool is_set(lua_State *L) {
  (void)L;
  return false;
}

#endif

/* core.has_own_hook() -> whether the hook that counts is set */
static int has_own_hook(lua_State *L) {
  lua_pushboolean(L, is_set(L));
  return 1;
}

const luaL_Reg ysl_hook_functions[] = {{"has_own_hook", has_own_hook},
                                       {NULL, NULL}};
