#include "lua/limit/meters.h"

#include "lua/limit/ceiling.h"
#include "lua/limit/hook.h"

enum { STEP = 1000 /* instructions from one hook to the next */ };

int ysl_new_meters(lua_State *L) {
  ysl_new_userdata(L, YSL_METERS_UD, sizeof(ysl_meters));
  return 1;
}

int ysl_meters_collect(lua_State *L) {
  ysl_meters *all = ysl_check_userdata(L, 1, YSL_METERS_UD, sizeof *all);
  all->innermost = NULL;
  ysl_ceiling_settle(L, all);
  return 0;
}

int ysl_new_meter(lua_State *L, const uint32_t *asked) {
  ysl_meters *all = ysl_meters_of(L);
  const lua_Number budget = luaL_optnumber(L, 1, 0);
  const lua_Number ceiling = luaL_optnumber(L, 2, 0);
  ysl_meter *meter = ysl_new_userdata(L, YSL_METER, sizeof *meter);
  if (!all->prepared) ysl_hook_prepare(L, all);
  meter->all = all;
  meter->asked = asked;
  meter->budget = (int64_t)budget;
  meter->left = meter->given = meter->budget;
  meter->rest = meter->most = (int64_t)luaL_optnumber(L, 6, -1);
  meter->counts = meter->budget > 0 && (YSL_COUNTS || lua_toboolean(L, 5));
  meter->free = lua_toboolean(L, 4);
  meter->step = meter->budget < STEP ? (int)meter->budget : STEP;
  meter->ceiling = (int64_t)ceiling;
  meter->base = ysl_ceiling_count(L);
  return 1;
}

bool ysl_meter_is_over(ysl_meter *meter) {
  ysl_ceiling_give_up(meter);
  return meter->spent != YSL_SPENT_NOTHING;
}

void ysl_meter_throw_spent(lua_State *L) {
  ysl_meter *meter = ysl_meter_running(ysl_meters_of(L));
  if (meter != NULL && ysl_meter_is_over(meter)) ysl_meter_fail(L, meter);
}
