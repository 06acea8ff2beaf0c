#ifndef YSL_RUN_RUN_H
#define YSL_RUN_RUN_H

/*
 * lua/run/run.h - runs as Lua userdata.
 *
 * Closures are called by Lua, never from here: run:step() hands out one
 * question after the other and takes the answers, so a closure may yield,
 * throw, collect garbage, use the schema for other runs, or close this one. The
 * companion table of a run is its schema's.
 */

#include "core/run/run.h"
#include "lua/base/owner.h"
#include "lua/code/pending.h"
#include "lua/schema/schema.h"

/* Verdicts: those of ys_verdict, counted from 1, since what is no number reads
 * as 0; and those about a default. */
enum {
  YSL_VALID = YS_VALID + 1,
  YSL_INVALID = YS_INVALID_VALUE + 1,
  YSL_FAILED = YS_FAILED + 1,
  YSL_NO_BOOLEAN = YS_NO_BOOLEAN + 1,
  YSL_GIVEN,
  YSL_DEFAULT_FAILED
};

/* What step() and answer() say of what they give besides YS_ASK_*. */
enum {
  YSL_OVER = YS_ASK_RULE + 1, /* nothing is left to ask */
  YSL_MARKED                  /* a plain question, after mark() */
};

typedef struct ysl_run {
  ysl_owner owner;
  ys_run run;
  ysl_schema *schema;   /* the companion keeps it */
  ys_question question; /* the one that waits for an answer */
  uint32_t questions;   /* so far; it may wrap */
  bool marked;          /* the next question comes with YSL_MARKED */
  ysl_pending pending;  /* annotations of data values */
  bool has_functions;   /* of its own: then the companion is the run's, with
                           the schema's at 0 */
  enum {
    RUN_INPUTS,
    RUN_STEPPING, /* inputs are complete */
    RUN_OVER,     /* nothing is left to ask */
    RUN_BROKEN    /* memory ran out in the middle of a step */
  } state;
} ysl_run;

/* The run at index 1; throws when it is something else, or closed. */
ysl_run *ysl_check_run(lua_State *L);

/* Pushes the schema's companion, the one of its functions. */
void ysl_push_schema_functions(lua_State *L, const ysl_run *run);

extern const luaL_Reg ysl_run_methods[], ysl_run_functions[];

#endif
