#ifndef YSL_LIMIT_METER_H
#define YSL_LIMIT_METER_H

/*
 * lua/limit/meter.h - a meter limits what the closures of a schema may use up:
 * instructions, work in C, and memory.
 *
 * A meter is for the calls of closures in one run (lua/limit/call.h). While
 * such a call runs on its thread, the Lua state's allocator is ours, which
 * counts bytes and ends what goes beyond the ceiling (lua/limit/ceiling.h).
 * A hook counts instructions (lua/limit/hook.h); in LuaJIT, whose compiled
 * traces ignore hooks, only where it is asked to. Functions of the module that
 * do work for a closure charge it (lua/limit/charge.h).
 *
 * The host is never limited: not between the calls, not while a closure has
 * yielded, and not in what the core does for a closure's sake.
 *
 * When a limit is used up, the call fails, whatever the closure has caught.
 */

#include "lua/base/userdata.h"

typedef enum ysl_spent {
  YSL_SPENT_NOTHING,
  YSL_SPENT_BUDGET,
  YSL_SPENT_MEMORY
} ysl_spent;

typedef struct ysl_meter {
  ysl_userdata ud;
  struct ysl_meters *all;
  struct ysl_meter *below; /* the one that was entered before it */
  lua_State *L;            /* the thread it was entered on */
  uint32_t depth;          /* calls within one another */

  const uint32_t *asked; /* the number of questions of a run: the next one gets
                            the whole budget; NULL: there is no run */
  uint32_t question;     /* that number when this budget began */
  int64_t budget, left;  /* instructions; a budget of 0: no limit */
  bool counts;           /* the hook counts instructions */
  bool free; /* the call around this one does not pay for what it costs */
  int step;  /* instructions from one hook to the next */

  int64_t ceiling; /* bytes; 0: no limit */
  int64_t used;    /* bytes that closures have */
  size_t refused;  /* the size of the piece that was refused last, or 0 */
  int64_t base;    /* bytes that the Lua state had when the meter was made */
  bool paused;     /* what is allocated now is not the closure's */

  ysl_spent spent;
  lua_Hook hook; /* the host's hook, which is put back afterwards */
  int mask, count;
  const void *caller; /* LuaJIT: the function that calls closures */
} ysl_meter;

/* All meters of a Lua state. */
typedef struct ysl_meters {
  ysl_userdata ud;
  ysl_meter *innermost; /* of those that are entered; NULL: none is */
  bool prepared;        /* the hook can find them */
  lua_Alloc realloc;    /* the state's own allocator; NULL: it is in use */
  void *realloc_ud;
  lua_Hook hook; /* LuaJIT: the host's hook while ours is set */
  int mask, count;
  bool stopped; /* LuaJIT: no garbage was collected when a limit was used up */
} ysl_meters;

/* ---- the meters of a Lua state ------------------------------------------- */

ysl_meters *ysl_meters_of(lua_State *L);

/* The meter whose closure runs now. NULL: the host runs. */
ysl_meter *ysl_meter_running(ysl_meters *all);

/* Takes a meter out of those that are entered. */
void ysl_meter_unlink(ysl_meter *meter);

/* ---- one meter ----------------------------------------------------------- */

/* The meter at a stack index. Throws when another value is there. */
ysl_meter *ysl_check_meter(lua_State *L, int index);

/* Gives the meter its whole budget when its run has asked another question.
 * Whether it has. */
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

#endif
