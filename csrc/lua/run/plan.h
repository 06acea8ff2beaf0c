#pragma once

/* lua/run/plan.h - core.plan(), and a run's method mentions(): names and
 * mentions for other documents (core/crossref/write.h). */

#include "core/crossref/ledger.h"
#include "core/crossref/write.h"
#include "lua/run/run.h"

typedef struct ysl_plan {
  ysl_userdata ud;
  ys_plan plan;
  ys_buf in_file, in_configuration; /* the texts that were written last */
  ys_ledger ledger;                 /* of one file */
  bool has_ledger;                  /* `ledger` is there */
} ysl_plan;

/* The plan at a stack index. Throws when another value is there. */
ysl_plan *ysl_check_plan(lua_State *L, int index);

/* The number of a member at a stack index, from 0, with whose schema the run
 * was made. */
uint32_t ysl_check_member(lua_State *L, int index, const ysl_plan *plan,
                          const ys_schema *schema);

/* Appends the names and mentions of a run's document to the plan's buffers. */
void ysl_write_mentions(lua_State *L, ysl_plan *plan, uint32_t member,
                        ysl_run *run, ys_str file, ys_mentions_out *out);

/* Forgets what was written. */
void ysl_plan_clear(ysl_plan *plan);

/* run:mentions(plan, member, file) -> in_file, in_configuration, sensitive:
 * the names and mentions of the run's document, for the others of the file and
 * of the configuration; nil: there are none. The run is over. `sensitive`: a
 * text may have a name that must not be stored. */
int ysl_mentions(lua_State *L);

int ysl_plan_collect(lua_State *L);

extern const luaL_Reg ysl_plan_methods[], ysl_plan_functions[];
