#pragma once

/*
 * host/library/internal.h - The types and functions that the files of the
 * library share.
 *
 * Lua functions may throw, so each of them runs in a protected call, and its
 * results are copied to memory of the library before that ends. No Lua error
 * passes a frame that owns memory.
 */

#include <limits.h>

#include <lua.h>

#include "core/tree/node.h"
#include "host/library/yschema.h"

/* A function of the program. The schema keeps them in a list. */
typedef struct ys_callback {
  struct ys_callback *next;
  yschema *schema;
  yschema_function *function;
  void *data;
} ys_callback;

struct yschema {
  lua_State *L; /* the shim's functions are in the registry, by the names of
                   the fields of the module yschema.api.embedding */
  ys_callback *callbacks;
  bool calling; /* a function of the program runs */
};

struct yschema_result {
  yschema *schema;
  int run; /* its reference in the registry, which keeps the values;
              LUA_NOREF: there are none */
  const ys_slot *root;
  yschema_status status;
  const char *report;
  yschema_violation *violations; /* the warnings come after them */
  size_t violation_count, warning_count;
  char *texts; /* all texts of the result, one after the other */
};

/*
 * Calls a function of the library's module in Lua in protected mode.
 * `body(L, data)` runs in it, and pushes nothing that is needed later. Returns
 * YSCHEMA_VALID, or the status of an error; then `problem` has its message, as
 * a text for free(), or NULL. While a function of the program runs, the
 * schema's state is in use: that is an error, too.
 */
yschema_status ys_protected(yschema *schema, lua_CFunction body, void *data,
                            char **problem);

/* Fills a result from the report and the run at the top of the stack: the run,
 * or nil; the table that the shim's `outcome` gives. Throws. */
void ys_take_outcome(lua_State *L, yschema_result *result);

/* The most inputs of one call, and the most bytes of a text. More is a negative
 * number that became a size. */
enum { YS_MOST_INPUTS = INT_MAX / 2 };
#define YS_MOST_BYTES ((size_t)PTRDIFF_MAX / 2)

/* A copy of a text for free(), or NULL. */
char *ys_text_copy(const char *text);

/* A result of an error without a report. NULL: not enough memory. */
yschema_result *ys_failed_result(yschema *schema, yschema_status status,
                                 const char *problem);

/* Calls a callback for Lua: its upvalue is a light userdata. */
int ys_call_back(lua_State *L);
