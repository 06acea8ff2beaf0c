#pragma once

/*
 * lua/code/host.h - Lets the core call closures in the middle of a merge, a
 * check or a compilation. The core is on the C stack then, so these closures
 * may not yield.
 *
 * A table of functions holds settings at YSL_SETTINGS: the options of its
 * owner, which say how much a closure may use up.
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

/* Makes the options at a stack index the settings of the table of functions at
 * the top. Does nothing when there are no options. */
void ysl_host_keep_settings(lua_State *L, int options);

/* Gives the table of functions below the top the settings of the table at the
 * top. */
void ysl_host_share_settings(lua_State *L);

/*
 * Sets up a host that calls the functions of the table at a stack index. Pushes
 * what the host needs: the caller keeps the stack as it is until the core has
 * returned.
 */
const ys_host *ysl_host_enter(lua_State *L, ysl_host *self, int functions);

/* Does the same for a schema that is being compiled. Values keep the
 * annotations and places of their nodes on their way into functions and back.
 */
const ys_host *ysl_host_enter_compiling(lua_State *L, ysl_host *self,
                                        int functions);
