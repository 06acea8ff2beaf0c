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

ysl_meter *ysl_meter_running(const ysl_meters *all) {
  return all->innermost != NULL ? all->innermost->meter : NULL;
}

/* ---- one meter ----------------------------------------------------------- */

ysl_meter *ysl_check_meter(lua_State *L, int index) {
  return ysl_check_userdata(L, index, YSL_METER, sizeof(ysl_meter));
}

/* The share of the budget that a call may take in any case. */
static int64_t share_of(const ysl_meter *meter) {
  return meter->budget / 100 + 1;
}

void ysl_meter_renew(ysl_meter *meter) {
  const int64_t share = share_of(meter);
  const int64_t beyond = meter->given - meter->left - share;
  meter->given = meter->budget;
  if (meter->rest >= 0) {
    if (beyond > 0) meter->rest -= beyond < meter->rest ? beyond : meter->rest;
    if (meter->given > meter->rest + share) meter->given = meter->rest + share;
  }
  meter->left = meter->given;
}

bool ysl_meter_begins_anew(ysl_meter *meter) {
  if (meter->asked == NULL || *meter->asked == meter->question) return false;
  meter->question = *meter->asked;
  ysl_meter_renew(meter);
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
  const bool memory = spent == YSL_SPENT_MEMORY;
  const bool together = !memory && meter->given < meter->budget;
  char number[32];
  (void)snprintf(number, sizeof number, "%lld",
                 (long long)(memory     ? meter->ceiling
                             : together ? meter->most
                                        : meter->budget));
  if (memory)
    lua_pushfstring(L, "the memory ceiling of %s bytes (max_memory) is reached",
                    number);
  else if (together)
    lua_pushfstring(L,
                    "the functions have taken %s instructions together, the "
                    "most for one document",
                    number);
  else
    lua_pushfstring(L, "the instruction budget of %s is used up", number);
}

void ysl_meter_fail(lua_State *L, const ysl_meter *meter) {
  ysl_meter_push_message(L, meter, meter->spent);
  lua_error(L);
}
