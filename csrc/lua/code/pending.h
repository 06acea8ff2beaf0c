#pragma once

/*
 * lua/code/pending.h - Annotations whose arguments Lua evaluates. Lua gets a
 * list of them, and gives back values, or a problem.
 *
 * Each owner that takes inputs has a ysl_pending, and a table of functions: the
 * functions among the values go there, and get numbers from 1.
 */

#include "lua/base/owner.h"
#include "lua/value/import.h"

typedef struct ysl_pending {
  ys_annot **annots; /* by id - 1, in the arena of the space */
  uint32_t count;
  uint32_t function_count;          /* in the table of functions */
  ysl_take_userdata *take_userdata; /* takes the userdata among the values */
  ys_status (*find)(ysl_owner *owner, ys_pending **out); /* lists them anew */
} ysl_pending;

/* The pending annotations of an owner that takes inputs now; else NULL. */
ysl_pending *ysl_pending_of(ysl_owner *owner);

/* The annotations of the owner at stack index 1. Throws when it takes no
 * inputs. */
ysl_pending *ysl_check_pending(lua_State *L, ysl_owner **owner);

/*
 * Gives an annotation the list of arguments at stack index `args`. The table of
 * functions is at `functions`. False: a problem is pushed. The owner has to be
 * entered.
 */
bool ysl_take_arguments(lua_State *L, ysl_owner *owner, ysl_pending *pending,
                        ys_annot *annot, int args, int functions);

/* Why an annotation has no arguments. */
typedef struct ysl_problem {
  ys_str text;
  ys_str calls; /* that led to it, one a line; "": none is known */
  bool ran;     /* their code ran and failed; else it cannot be read */
} ysl_problem;

/* Adds a record about an annotation, at a place. */
ys_status ysl_record_problem(ysl_owner *owner, const ys_annot *annot,
                             ys_place place, const ysl_problem *problem);

/*
 * Methods of owners:
 *
 * - pending() -> list of { id, name, text, file, line, column }
 * - set_arguments(id, args) -> true | nil, problem. `args` is a list of { name
 * = string | nil, text = string, value = any, computed = boolean }.
 * - fail_arguments(id, problem, ran)
 */
int ysl_list_pending(lua_State *L);
int ysl_set_arguments(lua_State *L);
int ysl_fail_arguments(lua_State *L);
