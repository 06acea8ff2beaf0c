#pragma once

/*
 * lua/run/run.h - Runs, as Lua userdata: core.run(), inputs and results.
 * lua/run/ask.h has the questions.
 *
 * Lua calls the closures that are asked: run:step() gives one question after
 * the other and takes the answers. So a closure may yield, throw, collect
 * garbage, use the schema for other runs, or close this run.
 *
 * A run shares the companion table of its schema, until it has functions of its
 * own. Then it has a table for these, with the schema's companion at 0.
 */

#include "core/run/run.h"
#include "lua/schema/schema.h"

/* The verdicts of ys_verdict, and those about a default. They begin at 1,
 * because Lua reads a value that is no number as 0. */
enum {
  YSL_VALID = YS_VALID + 1,
  YSL_INVALID = YS_INVALID_VALUE + 1,
  YSL_FAILED = YS_FAILED + 1,
  YSL_NO_BOOLEAN = YS_NO_BOOLEAN + 1,
  YSL_GIVEN,
  YSL_DEFAULT_FAILED
};

/* The kinds that step() and answer() give besides YS_ASK_*. */
enum {
  YSL_OVER = YS_ASK_RULE + 1, /* nothing is left to ask */
  YSL_MARKED                  /* a plain question, after mark() */
};

typedef struct ysl_run {
  ysl_owner owner;
  ys_run run;
  ysl_schema *schema;   /* the companion keeps it */
  ys_question question; /* the one that waits for an answer */
  uint32_t questions;   /* how many there were; it may wrap */
  bool marked;          /* the next question comes with YSL_MARKED */
  ysl_pending pending;  /* annotations of data values */
  bool has_functions;   /* of its own, in a companion of its own */
  enum {
    RUN_INPUTS,
    RUN_STEPPING, /* inputs are complete */
    RUN_OVER,     /* nothing is left to ask */
    RUN_BROKEN    /* memory ran out in the middle of a step */
  } state;
} ysl_run;

/* Starts a run of the compiled schema at a stack index. Its userdata is at the
 * top of the stack, and zero but for its mark. */
void ysl_start_run(lua_State *L, int index, ysl_run *ud);

/* The run at stack index 1. Throws when another value is there, or when it is
 * closed. */
ysl_run *ysl_check_run(lua_State *L);

/* The run at stack index 1. Throws when it is not over, too. */
ysl_run *ysl_check_over(lua_State *L);

/* Pushes the companion of the schema of the run at stack index 1. */
void ysl_push_schema_functions(lua_State *L, const ysl_run *run);

/* Pushes the value of the run at stack index 1, which is over, or a problem;
 * see lua/value/export.h. */
bool ysl_push_result(lua_State *L, ysl_run *ud, bool ordered);

extern const luaL_Reg ysl_run_methods[], ysl_run_functions[];
