#ifndef YSL_RUN_LEAVES_H
#define YSL_RUN_LEAVES_H

/*
 * lua/run/leaves.h - reads from Lua what a rule reports about parts of a value.
 */

#include "core/choose/validate.h"
#include "lua/base/stack.h"

/* Reads the list of parts at a stack index into an answer, if there is one. The
 * texts belong to the list, which has to stay on the stack; the array is of
 * `arena`. */
ys_status ysl_read_leaves(lua_State *L, int index, ys_arena *arena,
                          ys_answer *answer);

#endif
