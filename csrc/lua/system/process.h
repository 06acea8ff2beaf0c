#ifndef YSL_SYSTEM_PROCESS_H
#define YSL_SYSTEM_PROCESS_H

/*
 * lua/system/process.h - what a command needs of its process: to end when it is
 * interrupted, with core.die_of_interrupts(), or to report something before
 * that, with core.note_interrupts(); standard streams whose numbers lead to
 * nothing else, with core.fill_closed_streams(); and core.is_terminal().
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_process_functions[];

#endif
