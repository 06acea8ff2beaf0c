#pragma once

/*
 * lua/base/owner.h - The beginning of each userdata that has a space, such as a
 * schema's or a run's: when it is open, in use, and released.
 *
 * An owner is released when it is closed, no function works on it and nothing
 * depends on it. A Lua error in the middle of a function leaves `busy` too
 * high. Then the collector releases the owner.
 */

#include "core/tree/node.h"
#include "lua/base/userdata.h"

struct ysl_pending;

typedef struct ysl_owner {
  ysl_userdata ud;
  ys_space *space;

  /* Releases what the userdata holds. NULL: it holds nothing. */
  void (*release)(struct ysl_owner *owner);

  /* The annotations whose arguments Lua evaluates, as long as the owner takes
   * inputs; then NULL. No function: the owner takes no inputs with code. */
  struct ysl_pending *(*pending)(struct ysl_owner *owner);

  /* Gives the owner at a stack index a companion table that it shares with no
   * other owner. No function: it has had one from the beginning. */
  void (*own_companion)(lua_State *L, int index, struct ysl_owner *owner);

  uint32_t busy; /* calls that work on it now. Each Lua value that they make may
                    run finalizers, which can do anything */
  uint32_t users; /* runs of a schema */
  bool open;
} ysl_owner;

/* Opens an owner with its space. `release`: NULL to release the space alone. */
void ysl_open(ysl_owner *owner, ys_space *space, void (*release)(ysl_owner *));

/* The userdata at a stack index, which begins with an owner. Throws when it is
 * of another type, or closed. */
void *ysl_check_open(lua_State *L, int index, ysl_type type, size_t size);

/* The owner at stack index 1, of any type. Throws when it is none, or closed.
 */
ysl_owner *ysl_check_owner(lua_State *L);

/*
 * Surround work in which Lua may run. A function makes userdata and turns
 * arguments into strings before it looks at its owner, since a finalizer might
 * close the owner.
 */
static inline void ysl_enter(ysl_owner *owner) {
  owner->busy++;
}
void ysl_leave(ysl_owner *owner);

/* Closes the owner. It may be closed already. */
void ysl_close(ysl_owner *owner);

/* Releases the owner when it is closed, not busy and not used. */
void ysl_settle(ysl_owner *owner);

/* The methods `close` and `__gc` of owners. */
int ysl_close_method(lua_State *L);
int ysl_collect_method(lua_State *L);
