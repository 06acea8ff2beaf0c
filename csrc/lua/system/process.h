#ifndef YSL_SYSTEM_PROCESS_H
#define YSL_SYSTEM_PROCESS_H

/* lua/system/process.h - what a command does as a process: how it takes an
 * interruption, and how it writes a file that is whole or not there. */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_process_functions[];

#endif
