#ifndef YSL_BASE_TRACE_H
#define YSL_BASE_TRACE_H

/*
 * lua/base/trace.h - a message handler for xpcall() that tells where in
 * schemas' code an error was thrown: core.trace(). It is written in C because
 * the hook that counts instructions does not interrupt C.
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_trace_functions[];

#endif
