#include "lua/limit/hook.h"

/* Its address is where the hook finds the meters in the registry. */
static char registry_key;

void ysl_hook_prepare(lua_State *L, ysl_meters *all) {
  lua_pushlightuserdata(L, &registry_key);
  lua_rawgeti(L, YSL_STATE, YSL_METERS);
  lua_rawset(L, LUA_REGISTRYINDEX);
  all->prepared = true;
}

static ysl_meters *find_meters(lua_State *L) {
  ysl_meters *all;
  lua_pushlightuserdata(L, &registry_key);
  lua_rawget(L, LUA_REGISTRYINDEX);
  all = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return all;
}

/* Whether the hook is for this meter. */
static bool is_hooked(const ysl_meter *meter) {
  return meter->counts || meter->spent != YSL_SPENT_NOTHING;
}

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

static void hook(lua_State *L, lua_Debug *event);

#if YSL_COUNTS

/* Setting the hook takes the longer the deeper the stack is. */
void ysl_hook_arm(lua_State *L, const ysl_meter *meter) {
  const bool over = is_over(meter);
  const int step = over ? 1 : meter->step;
  if (!over && !meter->counts) return;
  if (lua_gethook(L) != hook || lua_gethookcount(L) != step)
    lua_sethook(L, hook, LUA_MASKCOUNT, step);
}

/* The innermost part of a call that the hook is for. */
static const ysl_part *hooked(const ysl_meters *all) {
  const ysl_part *part = all->innermost;
  while (part != NULL && !is_hooked(part->meter))
    part = part->around;
  return part;
}

/* Throws when the budget is used up, and then after each instruction, so that a
 * closure which catches the error cannot go on. The hook is in C, since a full
 * stack of calls from C leaves no room for one in Lua. A coroutine that a
 * closure has made has the hook, too, and may outlive the call. */
static void hook(lua_State *L, lua_Debug *event) {
  const ysl_part *part = hooked(find_meters(L));
  bool more;
  (void)event;
  if (part == NULL) {
    lua_sethook(L, NULL, 0, 0);
    return;
  }
  more = goes_on(part->meter);
  ysl_hook_arm(L, part->meter);
  if (!more) ysl_meter_fail(L, part->meter);
}

/* A thread of its own keeps the hook while it waits, so that the instructions
 * between two yields count. */
void ysl_hook_begin(ysl_part *part) {
  part->hook = lua_gethook(part->L);
  part->mask = lua_gethookmask(part->L);
  part->count = lua_gethookcount(part->L);
  ysl_hook_arm(part->L, part->meter);
}

void ysl_hook_end(const ysl_part *part) {
  if (part->L != part->from) return;
  if (part->meter->budget > 0 || lua_gethook(part->L) == hook)
    lua_sethook(part->L, part->hook, part->mask, part->count);
}

static bool is_set(lua_State *L) {
  return lua_gethook(L) == hook;
}

#else

/* The allocator calls this in the middle of compiled code as well, which
 * lua_sethook() and LUA_GCRESTART allow: they write to a few fields. The hook
 * is not asked before compiled code is left. That soon happens where a step of
 * the garbage collector is due, so one is made due. */
void ysl_hook_arm(lua_State *L, const ysl_meter *meter) {
  ysl_meters *all = meter->all;
  const bool over = is_over(meter), is_set = lua_gethook(L) == hook;
  const int step = over ? 1 : meter->step;
  if (!over && !meter->counts) return;
  if (!is_set) {
    all->hook = lua_gethook(L);
    all->mask = lua_gethookmask(L);
    all->count = lua_gethookcount(L);
  }
  if (!is_set || lua_gethookcount(L) != step)
    lua_sethook(L, hook, LUA_MASKCOUNT, step);
  if (!over) return;
  if (lua_gc(L, LUA_GCISRUNNING, 0) == 0) all->stopped = true;
  lua_gc(L, LUA_GCRESTART, 0);
}

/* Puts the host's hook back. */
static void disarm(lua_State *L, ysl_meters *all) {
  if (lua_gethook(L) != hook) return;
  lua_sethook(L, all->hook, all->mask, all->count);
  if (all->stopped) lua_gc(L, LUA_GCSTOP, 0);
  all->stopped = false;
}

/* The innermost part of a call, if the hook is for it. */
static const ysl_part *hooked(const ysl_meters *all) {
  const ysl_part *part = all->innermost;
  return part != NULL && is_hooked(part->meter) ? part : NULL;
}

/* Whether the function that runs is the one that called the closure. It has
 * caught the error and goes on to core.leave(). */
static bool is_caller(lua_State *L, lua_Debug *event, const ysl_part *part) {
  bool is;
  if (part != &part->meter->here) return false;
  lua_getinfo(L, "f", event);
  is = lua_topointer(L, -1) == part->meter->caller;
  lua_pop(L, 1);
  return is;
}

/* Throws when a closure has used up something, and then after each instruction,
 * so that one which catches the error cannot go on. */
static void hook(lua_State *L, lua_Debug *event) {
  ysl_meters *all = find_meters(L);
  const ysl_part *part = hooked(all);
  if (part == NULL) {
    disarm(L, all);
  } else {
    const bool more = goes_on(part->meter);
    ysl_hook_arm(L, part->meter);
    if (!more && !is_caller(L, event, part)) ysl_meter_fail(L, part->meter);
  }
}

/* The host's hook is noted when ours is set. */
void ysl_hook_begin(ysl_part *part) {
  ysl_hook_arm(part->from, part->meter);
}

void ysl_hook_end(const ysl_part *part) {
  disarm(part->from, part->meter->all);
  if (part->around != NULL) ysl_hook_arm(part->from, part->around->meter);
}

static bool is_set(lua_State *L) {
  (void)L;
  return false;
}

#endif

void ysl_hook_pay(const ysl_meters *all, int64_t cost) {
  const ysl_part *outer = hooked(all);
  if (outer == NULL) return;
  outer->meter->left -= cost;
  ysl_hook_arm(outer->L, outer->meter);
}

/* core.has_own_hook() -> whether the hook that counts is set */
static int has_own_hook(lua_State *L) {
  lua_pushboolean(L, is_set(L));
  return 1;
}

const luaL_Reg ysl_hook_functions[] = {{"has_own_hook", has_own_hook},
                                       {NULL, NULL}};
