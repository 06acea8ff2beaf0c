#ifndef YSL_SYSTEM_TERMINAL_H
#define YSL_SYSTEM_TERMINAL_H

/* lua/system/terminal.h - core.is_terminal(): whether a standard stream is a
 * terminal. Lua's io library has no such function. */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_terminal_functions[];

#endif
