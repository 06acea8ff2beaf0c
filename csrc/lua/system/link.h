#ifndef YSL_SYSTEM_LINK_H
#define YSL_SYSTEM_LINK_H

/* lua/system/link.h - core.read_link(): the target of a symbolic link. Lua's
 * own libraries have no such function. */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_link_functions[];

#endif
