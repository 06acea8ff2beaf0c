#pragma once

/*
 * lua/base/held.h - Userdata that are released even if Lua drops their
 * finalizer.
 *
 * Lua 5.4 calls finalizers from wherever memory is asked for. In a function
 * that has called itself through C as deep as Lua allows, or that has used up
 * its memory, the call of the finalizer fails, and Lua never tries it again.
 * A function of a schema can stay there on purpose, and what the userdata holds
 * would be lost.
 *
 * So scripts get a handle with the finalizer, and the userdata is held by a
 * table of its own until the finalizer has run. Now and then the userdata whose
 * handles are gone are finalized again; all of them are when the Lua state is
 * closed. LuaJIT calls its finalizers safely (see ysl_set_finalizer()), and its
 * userdata are not held.
 */

#include "lua/base/userdata.h"

#if YSL_DROPS_FINALIZERS

typedef struct ysl_handle {
  const char *mark; /* of the userdata */
  void *ud;
} ysl_handle;

/* Pushes the handle of a new userdata, which is zero but for its mark. */
void *ysl_hold_ud(lua_State *L, ysl_type type, size_t size);

#endif

/* A finalizer calls it for the object at stack index 1 when its userdata has
 * nothing left to release. */
void ysl_let_go(lua_State *L);

/* Pushes what holds the userdata. The state keeps it; its finalizer has to run
 * after those of all userdata, so it is made before them. */
int ysl_new_holder(lua_State *L);

/* Method __gc of that. */
int ysl_holder_collect(lua_State *L);
