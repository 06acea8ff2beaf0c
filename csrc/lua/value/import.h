#pragma once

/*
 * lua/value/import.h - Makes slots of Lua values.
 *
 * The import may throw when stack or memory is missing. So all that it makes
 * lives in the arena of a space, which a userdata owns. The order in which Lua
 * walks a table never shows, neither in the slots nor in the problem that is
 * reported.
 */

#include "lua/value/key_index.h"

struct ysl_import;

/*
 * Makes `slot` the value that the userdata at the top of the stack stands for.
 * Sets `problem` to why it stands for none, or to NULL.
 */
typedef ys_status ysl_take_userdata(struct ysl_import *import, ys_slot *slot,
                                    const char **problem);

typedef struct ysl_import {
  /* The caller sets these fields; all others are zero. */
  lua_State *L;
  ys_space *space;
  const ysl_key_index *names; /* of the schema the fields are of; may be NULL */
  ys_place place;             /* of all slots that are made */
  int functions;           /* stack index of the table that takes functions; 0:
                              a function is no value */
  uint32_t function_count; /* functions in that table */
  int origins;    /* stack index of what ysl_push_origins() gave; 0: none */
  bool from_code; /* the value is what code gave: what code has noted of its
                     floats counts */
  ysl_take_userdata *take_userdata; /* NULL: no userdata is a value */

  /* The import sets these. */
  const void *array_mt, *empty_array_mt, *tuple_mt, *matcher_mt, *documents_mt;
  ys_slot blank; /* what each slot is at first */
  uint32_t depth;
  int reserved;  /* the stack may grow to this index */
  size_t budget; /* slots that may still be made */
  bool doubtful; /* a value may not be what its field wants. When this is false,
                    the value passes the check */
  ys_str problem_path;
  const char *problem; /* NULL: none */
} ysl_import;

/*
 * Makes `slot` the value at the top of the stack, which stays there. `field` is
 * what the schema wants there, and may be NULL. Sets all fields of the slot.
 * YS_INVALID: there is a problem.
 */
ys_status ysl_import_value(ysl_import *import, const ys_field *field,
                           ys_slot *slot);

/* Pops the function at the top of the stack, and stores it in the table of
 * functions under its number. The table has under the function itself the first
 * number that it got, which ys_host.first gives. */
void ysl_keep_function(lua_State *L, int functions, uint32_t number);

/* Pushes the problem as a text. */
void ysl_import_push_problem(ysl_import *import);
