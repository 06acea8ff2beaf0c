#pragma once

/* lua/system/process.h - The process of a command: it ends when it is
 * interrupted, with core.die_of_interrupts(), or reports something before that,
 * with core.note_interrupts(); its standard streams lead to nothing else, with
 * core.fill_closed_streams(); core.is_terminal(); and it keeps memory that is
 * free, with core.keep_memory(). */

#include "lua/base/compat.h"

/* Whether malloc() keeps memory that is free, for core.keep_memory(). */
bool ysl_keeps_memory(void);

extern const luaL_Reg ysl_process_functions[];
