#ifndef YSL_TERMINAL_H
#define YSL_TERMINAL_H

/* ysl_terminal.h - what Lua's io library cannot say about a stream. */

#include "ysl_box.h"

extern const luaL_Reg ysl_terminal_functions[];

#endif
