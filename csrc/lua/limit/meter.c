#include "lua/limit/meter.h"

#include "lua/limit/ceiling.h"

#include <stdio.h>
#include <time.h>

/* The hook comes each so many instructions; a call of a closure costs some. */
enum { STEP = 1000, CALL_COST = 100, NANOSECONDS = 10 };

static ysl_meters *meters_of(lua_State *L) {
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

/* ---- instructions -------------------------------------------------------- */

static void push_message(lua_State *L, const ysl_meter *meter,
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

static void fail(lua_State *L, const ysl_meter *meter) {
  push_message(L, meter, meter->spent);
  lua_error(L);
}

/* Another closure of the run has come up: the budget begins anew. */
bool ysl_meter_begins_anew(ysl_meter *meter) {
  if (meter->asked == NULL || *meter->asked == meter->question) return false;
  meter->question = *meter->asked;
  meter->left = meter->budget;
  return true;
}

#if YSL_COUNTS

static const char registry_key = 0; /* its address */

static void hook(lua_State *L, lua_Debug *event);

/* Has the hook come after the next instruction, or after a step. To set it
 * takes as long as the stack is deep. */
static void arm(const ysl_meter *meter) {
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

/* Throws, from the first time on after every instruction, so that a closure
 * which catches the error cannot go on. A hook in Lua could not be called on a
 * full stack of calls from C. */
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
      arm(meter);
      return;
    }
    meter->spent = YSL_SPENT_BUDGET;
  }
  arm(meter);
  fail(L, meter);
}

static void keep_for_hook(lua_State *L, ysl_meters *all) {
  lua_rawgeti(L, YSL_STATE, YSL_METERS);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &registry_key);
  all->arm = arm;
}

static void save_hook(lua_State *L, ysl_meter *meter) {
  meter->hook = lua_gethook(L);
  meter->mask = lua_gethookmask(L);
  meter->count = lua_gethookcount(L);
}

/* The outer call pays for the inner one. */
static void restore_hook(lua_State *L, ysl_meters *all, const ysl_meter *meter,
                         int64_t cost) {
  ysl_meter *outer = counting(all, L);
  if (outer != NULL) {
    outer->left -= cost;
    arm(outer);
  } else if (meter->budget > 0 || lua_gethook(L) == hook) {
    lua_sethook(L, meter->hook, meter->mask, meter->count);
  }
}

static bool is_ours(lua_State *L) {
  return lua_gethook(L) == hook;
}

#else

static void keep_for_hook(lua_State *L, ysl_meters *all) {
  (void)L;
  (void)all;
}

static void arm(const ysl_meter *meter) {
  (void)meter;
}

static void save_hook(lua_State *L, ysl_meter *meter) {
  (void)L;
  (void)meter;
}

static void restore_hook(lua_State *L, ysl_meters *all, const ysl_meter *meter,
                         int64_t cost) {
  (void)L;
  (void)all;
  (void)meter;
  (void)cost;
}

static bool is_ours(lua_State *L) {
  (void)L;
  return false;
}

#endif

/* ---- calls --------------------------------------------------------------- */

static ysl_meter *check_meter(lua_State *L, int index) {
  return ysl_check_box(L, index, YSL_METER, sizeof(ysl_meter));
}

int ysl_new_meter(lua_State *L, const uint32_t *asked) {
  ysl_meters *all = meters_of(L);
  const lua_Number budget = luaL_optnumber(L, 1, 0);
  const lua_Number ceiling = luaL_optnumber(L, 2, 0);
  ysl_meter *meter = ysl_new_box(L, YSL_METER, sizeof *meter);
  if (all->arm == NULL) keep_for_hook(L, all);
  meter->all = all;
  meter->asked = asked;
  meter->budget = (int64_t)budget;
  meter->step = meter->budget < STEP ? (int)meter->budget : STEP;
  meter->ceiling = (int64_t)ceiling;
  meter->base = ysl_ceiling_count(L);
  return 1;
}

/* What a call inside another of the same meter has to put back. */
typedef struct state {
  int64_t left;
  bool paused;
} state;

/* Whatever may throw comes first: a meter that is not left would count on. */
static state enter(lua_State *L, ysl_meter *meter) {
  const state before = {meter->left, meter->paused};
  if (meter->all->innermost == NULL) ysl_ceiling_guard_strings(L);
  if (meter->depth++ == 0) {
    save_hook(L, meter);
    meter->L = L;
    meter->below = meter->all->innermost;
    meter->all->innermost = meter;
    ysl_ceiling_begin(L, meter);
  }
  meter->left = meter->budget;
  meter->paused = false;
  meter->spent = YSL_SPENT_NOTHING;
  if (meter->asked != NULL) meter->question = *meter->asked;
  arm(meter);
  return before;
}

static void unlink_meter(ysl_meter *meter) {
  ysl_meter **at = &meter->all->innermost;
  while (*at != NULL && *at != meter)
    at = &(*at)->below;
  if (*at == meter) *at = meter->below;
}

static bool is_over(ysl_meter *meter) {
  ysl_ceiling_give_up(meter);
  return meter->spent != YSL_SPENT_NOTHING;
}

/* Pushes false and a message, and gives true, when something was used up. The
 * message, which may throw, comes last. */
static bool leave(lua_State *L, ysl_meter *meter, state before) {
  const bool over = is_over(meter);
  const ysl_spent spent = meter->spent;
  const int64_t cost = meter->budget - meter->left + CALL_COST;
  meter->spent = YSL_SPENT_NOTHING;
  meter->paused = before.paused;
  if (--meter->depth > 0) {
    meter->left = before.left;
  } else {
    unlink_meter(meter);
    ysl_ceiling_settle(L, meter->all);
  }
  restore_hook(L, meter->all, meter, cost);
  if (!over) return false;
  lua_settop(L, 0);
  if (spent == YSL_SPENT_MEMORY) {
    lua_gc(L, LUA_GCCOLLECT, 0); /* what it left behind */
    ysl_ceiling_recount(meter);
  }
  lua_pushboolean(L, false);
  push_message(L, meter, spent);
  return true;
}

/* The thread lives as long as the meter. */
static void keep_thread(lua_State *L, int index, const ysl_meter *meter) {
  if (meter->L == L) return;
  lua_pushthread(L);
  ysl_keep(L, index);
}

#if YSL_COUNTS

/* The stack: what `before` was, twice, and the results. */
static int finish(lua_State *L, int status, lua_KContext context) {
  ysl_meter *meter = (ysl_meter *)context;
  const state before = {lua_tointeger(L, 1), lua_toboolean(L, 2)};
  if (leave(L, meter, before)) return 2;
  lua_pushboolean(L, status == LUA_OK || status == LUA_YIELD);
  lua_replace(L, 2);
  return lua_gettop(L) - 1;
}

/* What core.caller() gives: as pcall. */
static int call(lua_State *L) {
  ysl_meter *meter = check_meter(L, lua_upvalueindex(2));
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

/* core.caller(meter) -> a function that calls another, as pcall does, on the
 * meter's account; it may yield. LuaJIT has none: see core.enter */
static int caller(lua_State *L) {
  check_meter(L, 1);
  lua_settop(L, 1);
  lua_pushvalue(L, YSL_STATE);
  lua_insert(L, 1);
  lua_pushcclosure(L, call, 2);
  return 1;
}

#endif

/* core.enter(meter) -> what core.leave() wants */
static int enter_method(lua_State *L) {
  ysl_meter *meter = check_meter(L, 1);
  state before;
  keep_thread(L, 1, meter);
  before = enter(L, meter);
  lua_pushnumber(L, (lua_Number)before.left);
  lua_pushboolean(L, before.paused);
  return 2;
}

/* core.leave(meter, left, paused, ok, ...) -> ok, ... | false, message */
static int leave_method(lua_State *L) {
  ysl_meter *meter = check_meter(L, 1);
  const state before = {(int64_t)lua_tonumber(L, 2), lua_toboolean(L, 3)};
  if (leave(L, meter, before)) return 2;
  return lua_gettop(L) - 3;
}

int ysl_meter_collect(lua_State *L) {
  ysl_meter *meter = check_meter(L, 1);
  if (meter->depth == 0) return 0; /* else its thread was dropped in a call */
  unlink_meter(meter);
  ysl_ceiling_settle(L, meter->all);
  return 0;
}

/* ---- work ---------------------------------------------------------------- */

static lua_Number nanoseconds(void) {
  struct timespec now = {0, 0};
  (void)timespec_get(&now, TIME_UTC);
  return (lua_Number)now.tv_sec * 1e9 + (lua_Number)now.tv_nsec;
}

/* Throws when that is too much. */
static int charge_work(lua_State *L, lua_Number work) {
  ysl_meter *meter = ysl_ceiling_running(meters_of(L));
  if (meter == NULL || meter->budget == 0) return 0;
  if (work > 0)
    meter->left -=
        work < (lua_Number)meter->budget ? (int64_t)work : meter->budget;
  if (meter->left > 0 || ysl_meter_begins_anew(meter)) return 0;
  meter->spent = YSL_SPENT_BUDGET;
  arm(meter);
  fail(L, meter);
  return 0;
}

/* core.charge(n): a closure has had work done that is worth so many
 * instructions, or is about to. Throws when that is too much. */
static int charge(lua_State *L) {
  return charge_work(L, luaL_checknumber(L, 1));
}

/* core.clock() -> nanoseconds since some time */
static int clock_now(lua_State *L) {
  lua_pushnumber(L, nanoseconds());
  return 1;
}

/* core.charge_time(since, most): what was done in C since then, ten
 * nanoseconds of which are an instruction; no more than `most`. */
static int charge_time(lua_State *L) {
  const lua_Number took =
      (nanoseconds() - luaL_checknumber(L, 1)) / NANOSECONDS;
  const lua_Number most = luaL_checknumber(L, 2);
  return charge_work(L, took < most ? took : most);
}

/* core.throw_spent(): throws again when the closure that runs has used up
 * something, and has caught that. */
static int throw_spent(lua_State *L) {
  ysl_meter *meter = ysl_ceiling_running(meters_of(L));
  if (meter != NULL && is_over(meter)) fail(L, meter);
  return 0;
}

/* core.has_own_hook() -> whether the hook that counts is set */
static int has_own_hook(lua_State *L) {
  lua_pushboolean(L, is_ours(L));
  return 1;
}

/* core.guard_strings(methods): while closures run, theirs are these methods of
 * strings. */
static int guard_strings(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_rawseti(L, YSL_STATE, YSL_STRING_METHODS);
  return 0;
}

bool ysl_meter_pause(lua_State *L) {
  ysl_meter *meter = ysl_ceiling_running(meters_of(L));
  const bool before = meter != NULL && meter->paused;
  if (meter != NULL) meter->paused = true;
  return before;
}

void ysl_meter_resume(lua_State *L, bool before) {
  ysl_meter *meter = ysl_ceiling_running(meters_of(L));
  if (meter != NULL) meter->paused = before;
}

const luaL_Reg ysl_meter_functions[] = {
#if YSL_COUNTS
    {"caller", caller},
#endif
    {"enter", enter_method},
    {"leave", leave_method},
    {"charge", charge},
    {"charge_time", charge_time},
    {"clock", clock_now},
    {"throw_spent", throw_spent},
    {"has_own_hook", has_own_hook},
    {"guard_strings", guard_strings},
    {NULL, NULL}};
