#ifndef YSL_RUN_H
#define YSL_RUN_H

/*
 * ysl_run.h - runs as Lua userdata.
 *
 * Closures are called by Lua, never from here: run:step() hands out one
 * question after the other and takes the answers, so a closure may yield,
 * throw, collect garbage, use the schema for other runs, or close this one. The
 * companion table of a run is its schema's.
 */

#include "ysl_box.h"

#include "../core/ys_validate.h"

/* Answers to step(): those of ys_verdict, counted from 1, since what is no
 * number reads as 0; and those about a default. */
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

extern const luaL_Reg ysl_run_methods[], ysl_run_functions[];

#endif
