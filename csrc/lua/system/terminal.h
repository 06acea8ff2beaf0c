#ifndef YSL_SYSTEM_TERMINAL_H
#define YSL_SYSTEM_TERMINAL_H

/* lua/system/terminal.h - whether a standard stream is a terminal:
 * core.is_terminal(). Lua's io library cannot tell. */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_terminal_functions[];

#endif
