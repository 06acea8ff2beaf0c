#ifndef YSL_LIMIT_CEILING_H
#define YSL_LIMIT_CEILING_H

/*
 * lua/limit/ceiling.h - the allocator that stands in for the Lua state's own
 * while closures run, and the methods of strings that they have meanwhile.
 *
 * See lua/limit/meter.h.
 */

#include "core/base/memory.h"
#include "lua/base/box.h"

typedef enum ysl_spent {
  YSL_SPENT_NOTHING,
  YSL_SPENT_BUDGET,
  YSL_SPENT_MEMORY
} ysl_spent;

typedef struct ysl_meter {
  ysl_box box;
  struct ysl_meters *all;
  struct ysl_meter *below; /* entered before it */
  lua_State *L;            /* the thread it was entered on */
  const uint32_t *asked;   /* counts the questions of a run: the next one begins
                              a new budget; NULL: there is no run */
  uint32_t question;       /* what it was when this budget began */
  uint32_t depth;          /* calls within one another */
  int64_t budget, left;    /* instructions; no budget: 0 */
  int step;
  int64_t ceiling; /* bytes; 0: none */
  int64_t used;    /* by closures */
  size_t refused;  /* the piece that was asked for last; none: 0 */
  int64_t base;    /* what the Lua state had when the meter was made */
  bool paused;     /* what is allocated is not the closure's */
  ysl_spent spent;
  lua_Hook hook; /* the host's, put back afterwards */
  int mask, count;
} ysl_meter;

typedef struct ysl_meters {
  ysl_box box;
  ysl_meter *innermost;             /* of those that are entered */
  void (*arm)(const ysl_meter *it); /* has a spent one told; NULL: none */
  lua_Alloc realloc;                /* the state's own; NULL: it is set */
  void *ud;
} ysl_meters;

/* The meter whose closure runs now; NULL: the host does. */
ysl_meter *ysl_ceiling_running(ysl_meters *all);

/* Gives the meter its whole budget when another question of its run has come
 * up, and says so. */
bool ysl_meter_begins_anew(ysl_meter *meter);

/* Other code may have freed what closures had left. */
void ysl_ceiling_recount(ysl_meter *meter);

/* Takes a refusal for the last word. */
void ysl_ceiling_give_up(ysl_meter *meter);

/* Gives strings the methods of closures, until all meters are left. May throw.
 */
void ysl_ceiling_guard_strings(lua_State *L);

/* A meter was entered, as the innermost. */
void ysl_ceiling_begin(lua_State *L, ysl_meter *meter);

/* Puts the host's allocator and methods back when no meter is entered. */
void ysl_ceiling_settle(lua_State *L, ysl_meters *all);

/* The bytes that the Lua state has; -1: it cannot tell now. */
int64_t ysl_ceiling_count(lua_State *L);

/* The state's own allocator, which no meter limits. */
ys_memory ysl_memory(lua_State *L);

#endif
