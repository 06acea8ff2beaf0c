#pragma once

/*
 * lua/system/draft.h - core.draft() and core.write(): a file is written as a
 * whole or not at all.
 *
 * The text goes to a file beside the target, and replaces it at the end
 * (lua/system/replacement.h).
 */

#include "lua/base/userdata.h"

extern const luaL_Reg ysl_draft_methods[], ysl_draft_functions[];

/* Method __gc of drafts: removes one that was not finished. */
int ysl_draft_collect(lua_State *L);
