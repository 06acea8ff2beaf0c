#include "lua/limit/ceiling.h"

#include "lua/limit/hook.h"
#include "lua/limit/strings.h"
#include "lua/system/process.h"

#include <stdlib.h>

enum {
  WORTH = 128,       /* bytes that are as much work as an instruction */
  SMALL = 1024,      /* a smaller piece costs nothing */
  RESERVE = 1 << 20, /* what an error may take when nothing is left */
  ROOM = 16 << 20    /* what LuaJIT may take until the hook ends a closure */
};

int64_t ysl_ceiling_count(lua_State *L) {
  const int kilobytes = lua_gc(L, LUA_GCCOUNT, 0);
  return kilobytes < 0 ? -1 : (int64_t)kilobytes * 1024;
}

/* ---- memory -------------------------------------------------------------- */

void ysl_ceiling_recount(lua_State *L, ysl_meter *meter) {
  const int64_t now = ysl_ceiling_count(L);
  if (now < 0 || now - meter->base >= meter->used) return;
  meter->used = now > meter->base ? now - meter->base : 0;
}

/* The thread of the closure that runs. */
static lua_State *thread_of(const ysl_meter *meter) {
  return meter->all->innermost->L;
}

static void spend(ysl_meter *meter, ysl_spent what) {
  if (meter->spent == YSL_SPENT_NOTHING) meter->spent = what;
  ysl_hook_arm(thread_of(meter), meter);
}

/* LuaJIT does not collect garbage before it gives up. So there may be as much
 * garbage as LuaJIT allows between two collections, and what comes during one.
 */
static int64_t ceiling_of(const ysl_meter *meter) {
  return meter->ceiling + (YSL_RETRIES ? 0 : 2 * meter->base);
}

/* The memory for a closure that has reached the ceiling: room for an error,
 * and in LuaJIT for all until the hook ends the closure. */
static int64_t last_of(const ysl_meter *meter) {
  return ceiling_of(meter) + (YSL_RETRIES ? RESERVE : ROOM);
}

void ysl_ceiling_give_up(ysl_meter *meter) {
  if (meter->refused > 0) spend(meter, YSL_SPENT_MEMORY);
  meter->refused = 0;
}

#if YSL_RETRIES

/* Whether the closure may have a piece of this size, which is `more` bytes more
 * than it has now. When it may not, Lua 5.4 mostly collects garbage and asks
 * again. Then an eighth of the ceiling has to be free, so that Lua does not
 * collect garbage for each small piece. */
static bool allow(ysl_meter *meter, size_t size, int64_t more) {
  int64_t ceiling = ceiling_of(meter);
  const bool again = meter->refused == size;
  if (meter->ceiling == 0) return true;
  if (!again) ysl_ceiling_give_up(meter);
  if (meter->spent != YSL_SPENT_NOTHING)
    return meter->used + more <= last_of(meter);
  if (!again && meter->used + more <= ceiling) return true;
  ysl_ceiling_recount(thread_of(meter), meter);
  meter->refused = 0;
  if (again) ceiling -= ceiling / 8;
  if (meter->used + more <= ceiling) return true;
  if (again)
    spend(meter, YSL_SPENT_MEMORY);
  else
    meter->refused = size;
  return false;
}

static void *refuse(const ysl_meter *meter) {
  (void)meter;
  return NULL;
}

#else

/* As in Lua 5.4. But a piece that goes beyond the ceiling is given, since
 * compiled code does not survive a failed allocation. Then the hook ends the
 * closure. */
static bool allow(ysl_meter *meter, size_t size, int64_t more) {
  (void)size;
  if (meter->ceiling == 0) return true;
  if (meter->spent == YSL_SPENT_NOTHING) {
    if (meter->used + more <= ceiling_of(meter)) return true;
    ysl_ceiling_recount(thread_of(meter), meter);
    if (meter->used + more <= ceiling_of(meter)) return true;
  }
  spend(meter, YSL_SPENT_MEMORY);
  return meter->used + more <= last_of(meter);
}

/* Throws, for closures that never meet the hook: compiled code that only fills
 * tables, and functions in C. LuaJIT itself would read the frame of the Lua
 * function that runs to make its message, which compiled code does not keep up
 * to date. lua_error() reads none when it is called from compiled code; what it
 * throws is whatever value is on top of the stack, and core.begin() does not
 * show it. */
static void *refuse(const ysl_meter *meter) {
  lua_error(thread_of(meter));
  return NULL;
}

#endif

/* Charges the work of filling a piece of memory. The hook ends the closure when
 * the budget is used up. */
static void charge(ysl_meter *meter, size_t size) {
  if (meter->budget == 0 || size < SMALL) return;
  meter->left -= (int64_t)(size / WORTH);
  if (meter->left > 0 || ysl_meter_begins_anew(meter)) return;
  if (meter->counts)
    ysl_hook_arm(thread_of(meter), meter);
  else
    spend(meter, YSL_SPENT_BUDGET);
}

static void *limited(void *ud, void *ptr, size_t osize, size_t nsize) {
  ysl_meters *all = ud;
  ysl_meter *meter = ysl_meter_running(all);
  const size_t old = ptr != NULL ? osize : 0;
  const int64_t more = (int64_t)nsize - (int64_t)old;
  if (meter == NULL || meter->paused)
    return all->realloc(all->realloc_ud, ptr, osize, nsize);
  if (more > 0) {
    if (!allow(meter, nsize, more)) return refuse(meter);
    charge(meter, nsize);
  }
  ptr = all->realloc(all->realloc_ud, ptr, osize, nsize);
  if (ptr == NULL && nsize > 0) return NULL;
  meter->used += more;
  return ptr;
}

#if !YSL_TAKES_MALLOC

/* LuaJIT's own allocator gives each large block back to the system as soon as
 * it is free. */
static void *of_c_library(void *ud, void *ptr, size_t osize, size_t nsize) {
  (void)ud;
  (void)osize;
  if (nsize > 0) return realloc(ptr, nsize);
  free(ptr);
  return NULL;
}

#endif

ys_memory ysl_memory(lua_State *L) {
  ys_memory memory;
#if !YSL_TAKES_MALLOC
  if (ysl_keeps_memory()) return (ys_memory){of_c_library, NULL};
#endif
  memory.realloc = lua_getallocf(L, &memory.ud);
  if (memory.realloc == limited) {
    const ysl_meters *all = memory.ud;
    memory.ud = all->realloc_ud;
    memory.realloc = all->realloc;
  }
  return memory;
}

/* ---- from the first call to the last ------------------------------------- */

/* Memory that the Lua state has more than at the end of the part before is the
 * host's.
 */
void ysl_ceiling_begin(const ysl_part *part) {
  ysl_meter *meter = part->meter;
  ysl_meters *all = meter->all;
  const int64_t now = ysl_ceiling_count(part->from);
  if (meter->seen > 0 && now > meter->seen) meter->base += now - meter->seen;
  ysl_ceiling_recount(part->from, meter);
  meter->refused = 0;
  if (part->around != NULL || all->realloc != NULL) return;
  all->realloc = lua_getallocf(part->from, &all->realloc_ud);
  lua_setallocf(part->from, limited, all);
}

void ysl_ceiling_end(const ysl_part *part) {
  ysl_ceiling_give_up(part->meter);
  part->meter->seen = ysl_ceiling_count(part->from);
}

void ysl_ceiling_settle(lua_State *L, ysl_meters *all) {
  void *ud;
  if (all->innermost != NULL || all->realloc == NULL) return;
  ysl_strings_release(L);
  if (lua_getallocf(L, &ud) != limited) return; /* it is below another */
  lua_setallocf(L, all->realloc, all->realloc_ud);
  all->realloc = NULL;
}
