#include "lua/limit/meter.h"

#include "lua/limit/ceiling.h"
#include "lua/limit/hook.h"

#include <stdio.h>

enum { STEP = 1000 /* instructions from one hook to the next */ };

/* ---- the meters of a Lua state ------------------------------------------- */

ysl_meters *ysl_meters_of(lua_State *L) {
  ysl_meters *all;
  lua_rawgeti(L, YSL_STATE, YSL_METERS);
  all = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return all;
}

int ysl_new_meters(lua_State *L) {
  ysl_new_box(L, YSL_METERS_BOX, sizeof(ysl_meters));
  return 1;
}

int ysl_meters_collect(lua_State *L) {
  ysl_meters *all = ysl_check_box(L, 1, YSL_METERS_BOX, sizeof *all);
  all->innermost = NULL;
  ysl_ceiling_settle(L, all);
  return 0;
}

ysl_meter *ysl_meter_running(ysl_meters *all) {
  ysl_meter *meter = all->innermost;
  while (meter != NULL && !ysl_is_running(meter->L)) {
#if !YSL_COUNTS
    all->innermost =
        meter->below; /* for good, since its thread may be gone later */
#endif
    meter = meter->below;
  }
  return meter;
}

void ysl_meter_unlink(ysl_meter *meter) {
  ysl_meter **at = &meter->all->innermost;
  while (*at != NULL && *at != meter)
    at = &(*at)->below;
  if (*at == meter) *at = meter->below;
}

/* ---- one meter ----------------------------------------------------------- */

int ysl_new_meter(lua_State *L, const uint32_t *asked) {
  ysl_meters *all = ysl_meters_of(L);
  const lua_Number budget = luaL_optnumber(L, 1, 0);
  const lua_Number ceiling = luaL_optnumber(L, 2, 0);
  ysl_meter *meter = ysl_new_box(L, YSL_METER, sizeof *meter);
  if (!all->prepared) ysl_hook_prepare(L, all);
  meter->all = all;
  meter->asked = asked;
  meter->budget = (int64_t)budget;
  meter->step = meter->budget < STEP ? (int)meter->budget : STEP;
  meter->ceiling = (int64_t)ceiling;
  meter->base = ysl_ceiling_count(L);
  return 1;
}

ysl_meter *ysl_check_meter(lua_State *L, int index) {
  return ysl_check_box(L, index, YSL_METER, sizeof(ysl_meter));
}

int ysl_meter_collect(lua_State *L) {
  ysl_meter *meter = ysl_check_meter(L, 1);
  if (meter->depth == 0) return 0; /* else its thread was dropped in a call */
  ysl_meter_unlink(meter);
  ysl_ceiling_settle(L, meter->all);
  return 0;
}

bool ysl_meter_begins_anew(ysl_meter *meter) {
  if (meter->asked == NULL || *meter->asked == meter->question) return false;
  meter->question = *meter->asked;
  meter->left = meter->budget;
  return true;
}

bool ysl_meter_pause(lua_State *L) {
  ysl_meter *meter = ysl_meter_running(ysl_meters_of(L));
  const bool before = meter != NULL && meter->paused;
  if (meter != NULL) meter->paused = true;
  return before;
}

void ysl_meter_resume(lua_State *L, bool before) {
  ysl_meter *meter = ysl_meter_running(ysl_meters_of(L));
  if (meter != NULL) meter->paused = before;
}

/* ---- what is used up ----------------------------------------------------- */

bool ysl_meter_is_over(ysl_meter *meter) {
  ysl_ceiling_give_up(meter);
  return meter->spent != YSL_SPENT_NOTHING;
}

void ysl_meter_push_message(lua_State *L, const ysl_meter *meter,
                            ysl_spent spent) {
  char number[32];
  const bool memory = spent == YSL_SPENT_MEMORY;
  (void)snprintf(number, sizeof number, "%lld",
                 (long long)(memory ? meter->ceiling : meter->budget));
  if (memory)
    lua_pushfstring(L, "the memory ceiling of %s bytes (max_memory) is reached",
                    number);
  else
    lua_pushfstring(L, "the instruction budget of %s is used up", number);
}

void ysl_meter_fail(lua_State *L, const ysl_meter *meter) {
  ysl_meter_push_message(L, meter, meter->spent);
  lua_error(L);
}
