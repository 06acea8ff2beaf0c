#ifndef YSL_HOST_H
#define YSL_HOST_H

/*
 * ysl_host.h - the door through which the core calls closures of overlays, in
 * the middle of a merge. They run under a C frame and so may not yield.
 */

#include "ysl_box.h"

#include "../core/ys_host.h"

typedef struct ysl_host {
  ys_host host;
  lua_State *L;
  int functions; /* stack index of their table */
  int protector; /* stack index of what runs under pcall */
} ysl_host;

/*
 * Makes the host ready to be called by the core, with the functions in the
 * table at a stack index; pushes what it needs. The stack must stay as it is
 * until the core has returned.
 */
const ys_host *ysl_host_enter(lua_State *L, ysl_host *self, int functions);

#endif
