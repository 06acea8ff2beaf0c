#ifndef YSL_CODE_HOST_H
#define YSL_CODE_HOST_H

/*
 * lua/code/host.h - the door through which the core calls closures, in the
 * middle of a merge, a check or a compilation. They run under a C frame and so
 * may not yield. What a table of functions is made for has settings, which say
 * how much each of them may spend: they are in the table, at YSL_SETTINGS.
 */

#include "core/annotation/host.h"
#include "lua/base/compat.h"

enum { YSL_SETTINGS = -3 };

typedef struct ysl_host {
  ys_host host;
  lua_State *L;
  int functions; /* stack index of their table */
  int protector; /* stack index of what runs under pcall */
  int origins;   /* stack index of what ysl_push_origins() gave, or 0 */
} ysl_host;

/* Puts the options at a stack index, if there are some, into the table of
 * functions at the top. */
void ysl_host_keep_settings(lua_State *L, int options);

/* Gives the table of functions below the top the settings of the one at the
 * top. */
void ysl_host_share_settings(lua_State *L);

/*
 * Makes the host ready to be called by the core, with the functions in the
 * table at a stack index; pushes what it needs. The stack must stay as it is
 * until the core has returned.
 */
const ys_host *ysl_host_enter(lua_State *L, ysl_host *self, int functions);

/* The same for a schema that is being compiled: what its functions are given
 * and give back keeps what is said of its nodes. */
const ys_host *ysl_host_enter_compiling(lua_State *L, ysl_host *self,
                                        int functions);

#endif
