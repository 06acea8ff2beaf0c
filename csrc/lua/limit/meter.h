#pragma once

/*
 * lua/limit/meter.h - A meter limits what the closures of a schema may use up:
 * instructions, work in C, and memory.
 *
 * A meter is for the calls of closures in one run (lua/limit/call.h). While
 * such a call runs, the Lua state's allocator is ours, which counts bytes and
 * ends what goes beyond the ceiling (lua/limit/ceiling.h). A hook counts
 * instructions (lua/limit/hook.h); in LuaJIT, whose compiled traces ignore
 * hooks, only where it is asked to. Functions of the module that do work for a
 * closure charge it (lua/limit/charge.h). Strings have the methods of closures
 * (lua/limit/strings.h).
 *
 * The host is never limited: not between the calls, not while a closure has
 * yielded, and not in what the core does for a closure's sake. While a closure
 * is suspended, nothing of the Lua state is changed and nothing points to the
 * closure: one that never goes on only takes its memory.
 *
 * When a limit is used up, the call fails, whatever the closure has caught.
 */

#include "lua/base/userdata.h"

typedef enum ysl_spent {
  YSL_SPENT_NOTHING,
  YSL_SPENT_BUDGET,
  YSL_SPENT_MEMORY
} ysl_spent;

/* The part of a call of a closure that runs now: from its begin, or from where
 * it goes on, to its end or its next yield. It lives in a C function that no
 * yield leaves, or belongs to a call that cannot yield (lua/limit/call.c), so
 * that these parts are always nested. */
typedef struct ysl_part {
  struct ysl_meter *meter;
  lua_State *L;            /* the thread of the closure */
  lua_State *from;         /* the thread of the caller, which may be the same */
  struct ysl_part *around; /* of a call in which this one was made */
  bool paused;             /* as the meter was before */
  lua_Hook hook; /* Lua 5.4: the host's hook of the thread, which is put back */
  int mask, count;
} ysl_part;

typedef struct ysl_meter {
  ysl_userdata ud;
  struct ysl_meters *all;
  lua_State *thread;  /* for calls that may yield; NULL: there is none yet */
  bool taken;         /* a call has it */
  const void *caller; /* the Lua function between core.enter() and
                         core.leave() */
  ysl_part here;      /* the call between core.enter() and core.leave(); its `L`
                         is NULL if there is none */

  const uint32_t *asked; /* the number of questions of a run: the next one gets
                            the whole budget; NULL: there is no run */
  uint32_t question;     /* that number when this budget began */
  int64_t budget, left;  /* instructions; a budget of 0: no limit */
  int64_t given;         /* what this call or question had at first */
  int64_t rest;          /* what all of them may still take together, beyond a
                            small share of the budget for each; < 0: any number */
  int64_t most;          /* that number at first */
  bool counts;           /* the hook counts instructions */
  bool free; /* the call around this one does not pay for what it costs */
  int step;  /* instructions from one hook to the next */

  int64_t ceiling; /* bytes; 0: no limit */
  int64_t used;    /* bytes that closures have */
  size_t refused;  /* the size of the piece that was refused last, or 0 */
  int64_t base;    /* bytes of the Lua state that are not the closures' */
  int64_t seen;    /* what it had when the last part of a call ended, or 0 */
  bool paused;     /* what is allocated now is not the closure's */

  ysl_spent spent;
} ysl_meter;

/* All meters of a Lua state. */
typedef struct ysl_meters {
  ysl_userdata ud;
  ysl_part *innermost; /* NULL: the host runs */
  bool prepared;       /* the hook can find them */
  lua_Alloc realloc;   /* the state's own allocator; NULL: it is in use */
  void *realloc_ud;
  lua_Hook hook; /* LuaJIT: the host's hook while ours is set */
  int mask, count;
  bool stopped; /* LuaJIT: no garbage was collected when a limit was used up */
} ysl_meters;

/* ---- the meters of a Lua state ------------------------------------------- */

ysl_meters *ysl_meters_of(lua_State *L);

/* The meter whose closure runs now. NULL: the host runs. */
ysl_meter *ysl_meter_running(const ysl_meters *all);

/* ---- one meter ----------------------------------------------------------- */

/* The meter at a stack index. Throws when another value is there. */
ysl_meter *ysl_check_meter(lua_State *L, int index);

/* Gives the meter its budget for another call or question, or less when the
 * earlier ones have taken too much together. */
void ysl_meter_renew(ysl_meter *meter);

/* Does so when its run has asked another question. Whether it has. */
bool ysl_meter_begins_anew(ysl_meter *meter);

/* Between these two, what is allocated is not charged to the closure that runs:
 * the core makes values for it. ysl_meter_resume() takes what
 * ysl_meter_pause() gave. */
bool ysl_meter_pause(lua_State *L);
void ysl_meter_resume(lua_State *L, bool before);

/* ---- what is used up ----------------------------------------------------- */

/* Pushes a message about what is spent. */
void ysl_meter_push_message(lua_State *L, const ysl_meter *meter,
                            ysl_spent spent);

/* Throws a message about what is used up. */
void ysl_meter_fail(lua_State *L, const ysl_meter *meter);
