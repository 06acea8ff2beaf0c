#ifndef YSL_CODE_WEAVE_H
#define YSL_CODE_WEAVE_H

/*
 * lua/code/weave.h - YAML with code lines around its nodes, for the code that
 * the host makes of these lines: see lua/module/module.c for what the methods
 * do, and core/yaml/weave.h for how.
 *
 * The companion of a weave has its owner at 1 and the weave itself at 2.
 */

#include "core/yaml/weave.h"
#include "lua/base/owner.h"
#include "lua/code/pending.h"

typedef struct ysl_weave {
  ysl_box box;
  ysl_owner *owner; /* the companion keeps it */
  uint16_t source;
  ys_diags before; /* the records that the owner had */
  ys_part **parts; /* in the owner's arena */
  uint32_t count, capacity;
} ysl_weave;

extern const luaL_Reg ysl_weave_functions[], ysl_weave_methods[];

/* Method __gc. */
int ysl_weave_collect(lua_State *L);

/* Throws when the owner is gone. One that was closed stays as long as runs need
 * it, and their closures may run code. */
void ysl_check_alive(lua_State *L, const ysl_owner *owner);

/* The weave at index 1; throws when it is something else, or its owner gone. */
ysl_weave *ysl_check_weave(lua_State *L);

/* The part of that number at index 2. */
const ys_part *ysl_check_part(lua_State *L, const ysl_weave *weave);

/* Whether the weave's owner may still be added to. */
bool ysl_grows(const ysl_weave *weave);

/* What counts the functions of the weave's owner; throws when it is late for
 * anything that adds to the owner. */
ysl_pending *ysl_check_growth(lua_State *L, const ysl_weave *weave);

#endif
