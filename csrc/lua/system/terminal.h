#ifndef YSL_SYSTEM_TERMINAL_H
#define YSL_SYSTEM_TERMINAL_H

/* lua/system/terminal.h - what Lua's io library cannot say about a stream. */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_terminal_functions[];

#endif
