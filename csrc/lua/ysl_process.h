#ifndef YSL_PROCESS_H
#define YSL_PROCESS_H

/* ysl_process.h - what a command does as a process: how it takes an
 * interruption, and how it writes a file that is whole or not there. */

#include "ysl_box.h"

extern const luaL_Reg ysl_process_functions[];

#endif
