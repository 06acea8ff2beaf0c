#include "lua/limit/hook.h"

#include "lua/base/box.h"

#if YSL_COUNTS

/* Its address is where the hook finds the meters in the registry. */
static const char registry_key = 0;

static void hook(lua_State *L, lua_Debug *event);

/* Setting the hook takes the longer the deeper the stack is. */
void ysl_hook_arm(const ysl_meter *meter) {
  const bool over = meter->spent != YSL_SPENT_NOTHING ||
                    (meter->budget > 0 && meter->left <= 0);
  const int step = over ? 1 : meter->step;
  if (!over && meter->budget == 0) return;
  if (lua_gethook(meter->L) != hook || lua_gethookcount(meter->L) != step)
    lua_sethook(meter->L, hook, LUA_MASKCOUNT, step);
}

/* The innermost meter of a thread that the hook is for. */
static ysl_meter *counting(const ysl_meters *all, const lua_State *L) {
  ysl_meter *meter = all->innermost;
  while (meter != NULL &&
         (meter->L != L ||
          (meter->budget == 0 && meter->spent == YSL_SPENT_NOTHING)))
    meter = meter->below;
  return meter;
}

/* Throws when the budget is used up, and then after each instruction, so that a
 * closure which catches the error cannot go on. The hook is in C, since a full
 * stack of calls from C leaves no room for one in Lua. */
static void hook(lua_State *L, lua_Debug *event) {
  ysl_meters *all;
  ysl_meter *meter;
  (void)event;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &registry_key);
  all = lua_touserdata(L, -1);
  lua_pop(L, 1);
  meter = counting(all, L);
  if (meter == NULL) return;
  if (meter->spent == YSL_SPENT_NOTHING) {
    meter->left -= meter->left > 0 ? meter->step : 0;
    if (ysl_meter_begins_anew(meter) || meter->left > 0) {
      ysl_hook_arm(meter);
      return;
    }
    meter->spent = YSL_SPENT_BUDGET;
  }
  ysl_hook_arm(meter);
  ysl_meter_fail(L, meter);
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

void ysl_hook_prepare(lua_State *L, ysl_meters *all) {
  (void)L;
  (void)all;
}

void ysl_hook_arm(const ysl_meter *meter) {
  (void)meter;
}

void ysl_hook_save(lua_State *L, ysl_meter *meter) {
  (void)L;
  (void)meter;
}

void ysl_hook_restore(lua_State *L, ysl_meters *all, const ysl_meter *meter,
                      int64_t cost) {
  (void)L;
  (void)all;
  (void)meter;
  (void)cost;
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
