#ifndef YSL_CODE_PENDING_H
#define YSL_CODE_PENDING_H

/*
 * lua/code/pending.h - annotations whose arguments Lua evaluates: handed out,
 * and taken back as values.
 */

#include "core/annotation/vocabulary.h"
#include "lua/base/owner.h"
#include "lua/value/import.h"

typedef struct ysl_pending {
  ys_annot **annots; /* by id - 1, in the arena of the space */
  uint32_t count;
  uint32_t function_count;          /* in the table that takes the functions */
  ysl_take_userdata *take_userdata; /* what an argument may be besides */
} ysl_pending;

/* Pushes the list of { id, name, text, file, line, column } for `first` and
 * those behind it. */
int ysl_push_pending(lua_State *L, ysl_owner *owner, ysl_pending *pending,
                     const ys_pending *first);

/*
 * Method set_arguments(id, args) -> true | nil, problem, with the owner at
 * stack index 1; args: list of { name = string | nil, text = string, value =
 * any }. The table that takes functions is at the top of the stack.
 */
int ysl_set_arguments(lua_State *L, ysl_owner *owner, ysl_pending *pending);

/*
 * Gives an annotation the list of arguments at stack index `args`; the table
 * that takes functions is at `functions`. False: a problem is pushed. The owner
 * has to be entered.
 */
bool ysl_take_arguments(lua_State *L, ysl_owner *owner, ysl_pending *pending,
                        ys_annot *annot, int args, int functions);

/* How the arguments of an annotation failed: they cannot be read, or their code
 * failed when it ran, and then the calls that led there are known ("": none).
 */
typedef struct ysl_problem {
  ys_str text, calls;
  bool ran;
} ysl_problem;

ys_status ysl_record_problem(ysl_owner *owner, const ys_annot *annot,
                             ys_place place, const ysl_problem *problem);

/* Method fail_arguments(id, problem, ran): records why. */
int ysl_fail_arguments(lua_State *L, ysl_owner *owner, ysl_pending *pending);

#endif
