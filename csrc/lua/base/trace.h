#ifndef YSL_BASE_TRACE_H
#define YSL_BASE_TRACE_H

/* lua/base/trace.h - where an error was thrown: a message handler for xpcall().
 * It is in C so that the hook that counts instructions does not strike in it.
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_trace_functions[];

#endif
