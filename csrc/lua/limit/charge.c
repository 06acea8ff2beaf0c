#include "lua/limit/charge.h"

#include "lua/limit/hook.h"
#include "lua/limit/meters.h"

#include <time.h>

enum { NANOSECONDS = 10 /* that are as much work as an instruction */ };

static lua_Number nanoseconds(void) {
  struct timespec now = {0, 0};
  (void)timespec_get(&now, TIME_UTC);
  return (lua_Number)now.tv_sec * 1e9 + (lua_Number)now.tv_nsec;
}

/* Takes work out of the budget. Throws when there is not enough left. */
static int charge_work(lua_State *L, lua_Number work) {
  ysl_meter *meter = ysl_meter_running(ysl_meters_of(L));
  if (meter == NULL || meter->budget == 0) return 0;
  if (work > 0)
    meter->left -=
        work < (lua_Number)meter->budget ? (int64_t)work : meter->budget;
  if (meter->left > 0 || ysl_meter_begins_anew(meter)) return 0;
  meter->spent = YSL_SPENT_BUDGET;
  ysl_hook_arm(L, meter);
  ysl_meter_fail(L, meter);
  return 0;
}

/* core.charge(n): takes n instructions out of the budget of the closure that
 * runs, for work that was done for it in C or is about to be done. */
static int charge(lua_State *L) {
  return charge_work(L, luaL_checknumber(L, 1));
}

/* core.clock() -> nanoseconds since some time */
static int clock_now(lua_State *L) {
  lua_pushnumber(L, nanoseconds());
  return 1;
}

/* core.charge_time(since, most): takes an instruction out of the budget for
 * each ten nanoseconds since that time, but not more than `most`. */
static int charge_time(lua_State *L) {
  const lua_Number took =
      (nanoseconds() - luaL_checknumber(L, 1)) / NANOSECONDS;
  const lua_Number most = luaL_checknumber(L, 2);
  return charge_work(L, took < most ? took : most);
}

/* core.throw_spent(): throws the error again when the closure that runs has
 * used up a limit and has caught the error. */
static int throw_spent(lua_State *L) {
  ysl_meter_throw_spent(L);
  return 0;
}

const luaL_Reg ysl_charge_functions[] = {{"charge", charge},
                                         {"charge_time", charge_time},
                                         {"clock", clock_now},
                                         {"throw_spent", throw_spent},
                                         {NULL, NULL}};
