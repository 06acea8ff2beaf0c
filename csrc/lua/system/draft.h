#ifndef YSL_SYSTEM_DRAFT_H
#define YSL_SYSTEM_DRAFT_H

/*
 * lua/system/draft.h - files that are there as a whole or not at all:
 * core.draft() and core.write().
 *
 * The text goes to a file beside the one that is meant, which takes its place
 * at the end (lua/system/replacement.h).
 */

#include "lua/base/userdata.h"

extern const luaL_Reg ysl_draft_methods[], ysl_draft_functions[];

/* Method __gc of drafts: removes one that was not finished. */
int ysl_draft_collect(lua_State *L);

#endif
