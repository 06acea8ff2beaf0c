#include "lua/limit/ceiling.h"

#include <string.h>

/* Bytes that are as much work as an instruction; pieces that are none; and
 * what an error may take when nothing is left. */
enum { WORTH = 128, SMALL = 1024, RESERVE = 1 << 20 };

int64_t ysl_ceiling_count(lua_State *L) {
  const int kilobytes = lua_gc(L, LUA_GCCOUNT, 0);
  return kilobytes < 0 ? -1 : (int64_t)kilobytes * 1024;
}

/* ---- whose turn it is ---------------------------------------------------- */

ysl_meter *ysl_ceiling_running(ysl_meters *all) {
  ysl_meter *meter = all->innermost;
  while (meter != NULL && !ysl_is_running(meter->L)) {
#if !YSL_COUNTS
    all->innermost = meter->below; /* for good: its thread may be gone later */
#endif
    meter = meter->below;
  }
  return meter;
}

/* ---- memory -------------------------------------------------------------- */

void ysl_ceiling_recount(ysl_meter *meter) {
  const int64_t now = ysl_ceiling_count(meter->L);
  if (now < 0 || now - meter->base >= meter->used) return;
  meter->used = now > meter->base ? now - meter->base : 0;
}

static void spend(ysl_meter *meter) {
  meter->spent = YSL_SPENT_MEMORY;
  if (meter->all->arm != NULL) meter->all->arm(meter);
}

/* LuaJIT does not collect garbage before it gives up: there may be as much of
 * it as it lets come together, and what comes meanwhile. */
static int64_t ceiling_of(const ysl_meter *meter) {
  return meter->ceiling + (YSL_RETRIES ? 0 : 2 * meter->base);
}

/* When what was refused is not asked for again, the closure got an error. */
void ysl_ceiling_give_up(ysl_meter *meter) {
  if (meter->refused > 0) spend(meter);
  meter->refused = 0;
}

/* Whether it may have a piece of this size, with so many bytes more. When not,
 * Lua 5.4 mostly collects garbage and asks again: then there has to be an
 * eighth to spare, so that it does not happen for every little thing. */
static bool allow(ysl_meter *meter, size_t size, int64_t more) {
  int64_t ceiling = ceiling_of(meter);
  const bool again = meter->refused == size;
  if (meter->ceiling == 0) return true;
  if (!again) ysl_ceiling_give_up(meter);
  if (meter->spent != YSL_SPENT_NOTHING)
    return meter->used + more <= ceiling + RESERVE;
  if (!again && meter->used + more <= ceiling) return true;
  ysl_ceiling_recount(meter);
  meter->refused = 0;
  if (again) ceiling -= ceiling / 8;
  if (meter->used + more <= ceiling) return true;
  if (again || !YSL_RETRIES)
    spend(meter);
  else
    meter->refused = size;
  return false;
}

/* To fill what is allocated is work. False: it is too much. Lua 5.4 is told by
 * the hook that counts. */
static bool charge(ysl_meter *meter, size_t size) {
  if (meter->budget == 0 || size < SMALL) return true;
  meter->left -= (int64_t)(size / WORTH);
  if (meter->left > 0 || ysl_meter_begins_anew(meter)) return true;
  if (YSL_COUNTS) {
    meter->all->arm(meter);
    return true;
  }
  meter->spent = YSL_SPENT_BUDGET;
  return false;
}

static void *limited(void *ud, void *ptr, size_t osize, size_t nsize) {
  ysl_meters *all = ud;
  ysl_meter *meter = ysl_ceiling_running(all);
  const size_t old = ptr != NULL ? osize : 0;
  const int64_t more = (int64_t)nsize - (int64_t)old;
  if (meter == NULL || meter->paused)
    return all->realloc(all->ud, ptr, osize, nsize);
  if (more > 0 && (!allow(meter, nsize, more) || !charge(meter, nsize)))
    return NULL;
  ptr = all->realloc(all->ud, ptr, osize, nsize);
  if (ptr == NULL && nsize > 0) return NULL;
  meter->used += more;
  return ptr;
}

ys_memory ysl_memory(lua_State *L) {
  ys_memory memory;
  memory.realloc = lua_getallocf(L, &memory.ud);
  if (memory.realloc == limited) {
    const ysl_meters *all = memory.ud;
    memory.ud = all->ud;
    memory.realloc = all->realloc;
  }
  return memory;
}

/* ---- methods of strings -------------------------------------------------- */

#if YSL_COUNTS

/* Whether a schema's code asks, or C that it has called. */
static bool asked_by_closure(lua_State *L) {
  lua_Debug asking;
  ysl_meters *all;
  const ysl_meter *meter;
  if (!lua_getstack(L, 1, &asking)) return false;
  lua_getinfo(L, "S", &asking);
  if (*asking.what != 'C') return strncmp(asking.short_src, "[y", 2) == 0;
  lua_rawgeti(L, YSL_STATE, YSL_METERS);
  all = lua_touserdata(L, -1);
  lua_pop(L, 1);
  meter = ysl_ceiling_running(all);
  return meter != NULL && meter->L == L;
}

/* The __index of strings meanwhile. The second upvalue is the host's. */
static int index_string(lua_State *L) {
  if (asked_by_closure(L)) {
    lua_rawgeti(L, YSL_STATE, YSL_STRING_METHODS);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
  } else if (lua_isfunction(L, lua_upvalueindex(2))) {
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lua_call(L, 2, 1);
  } else {
    lua_pushvalue(L, 2);
    lua_gettable(L, lua_upvalueindex(2));
  }
  return 1;
}

/* Pushes the metatable of strings and its __index. False: there is none. */
static bool push_index(lua_State *L) {
  lua_pushliteral(L, "");
  if (!lua_getmetatable(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  lua_replace(L, -2);
  lua_pushliteral(L, "__index");
  lua_rawget(L, -2);
  return true;
}

void ysl_ceiling_guard_strings(lua_State *L) {
  if (!push_index(L)) return;
  if (!lua_isnil(L, -1) && lua_tocfunction(L, -1) != index_string) {
    lua_pushvalue(L, YSL_STATE);
    lua_insert(L, -2);
    lua_pushcclosure(L, index_string, 2);
    lua_pushliteral(L, "__index");
    lua_insert(L, -2);
    lua_rawset(L, -3);
    lua_pop(L, 1);
  } else {
    lua_pop(L, 2);
  }
}

static void release_strings(lua_State *L) {
  if (!push_index(L)) return;
  if (lua_tocfunction(L, -1) == index_string) {
    lua_pushliteral(L, "__index");
    lua_getupvalue(L, -2, 2);
    lua_rawset(L, -4);
  }
  lua_pop(L, 2);
}

#else

void ysl_ceiling_guard_strings(lua_State *L) {
  (void)L;
}

static void release_strings(lua_State *L) {
  (void)L;
}

#endif

/* ---- from the first call to the last ------------------------------------- */

void ysl_ceiling_begin(lua_State *L, ysl_meter *meter) {
  ysl_meters *all = meter->all;
  ysl_ceiling_recount(meter);
  meter->refused = 0;
  if (meter->below != NULL || all->realloc != NULL) return;
  all->realloc = lua_getallocf(L, &all->ud);
  lua_setallocf(L, limited, all);
}

void ysl_ceiling_settle(lua_State *L, ysl_meters *all) {
  void *ud;
  if (all->innermost != NULL || all->realloc == NULL) return;
  release_strings(L);
  if (lua_getallocf(L, &ud) != limited) return; /* it is below another */
  lua_setallocf(L, all->realloc, all->ud);
  all->realloc = NULL;
}
