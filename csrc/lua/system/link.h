#ifndef YSL_SYSTEM_LINK_H
#define YSL_SYSTEM_LINK_H

/* lua/system/link.h - where a symbolic link leads: core.read_link(). Lua's own
 * libraries cannot tell. */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_link_functions[];

#endif
