#include "lua/limit/meter.h"

#include <stdio.h>

/* ---- the meters of a Lua state ------------------------------------------- */

ysl_meters *ysl_meters_of(lua_State *L) {
  ysl_meters *all;
  lua_rawgeti(L, YSL_STATE, YSL_METERS);
  all = lua_touserdata(L, -1);
  lua_pop(L, 1);
  return all;
}

ysl_meter *ysl_meter_running(ysl_meters *all) {
  ysl_meter *meter = all->innermost;
  while (meter != NULL && !ysl_is_running(meter->L)) {
#if !YSL_COUNTS
    all->innermost =
        meter->below; /* for good, since its thread may be collected later */
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

ysl_meter *ysl_check_meter(lua_State *L, int index) {
  return ysl_check_userdata(L, index, YSL_METER, sizeof(ysl_meter));
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
