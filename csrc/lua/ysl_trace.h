#ifndef YSL_TRACE_H
#define YSL_TRACE_H

/* ysl_trace.h - where an error was thrown: a message handler for xpcall(). It
 * is in C so that the hook that counts instructions does not strike in it. */

#include "ysl_box.h"

extern const luaL_Reg ysl_trace_functions[];

#endif
