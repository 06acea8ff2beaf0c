#pragma once

/*
 * lua/base/trace.h - core.trace(), a message handler for xpcall() that reports
 * where in schemas' code an error was thrown. It is written in C because the
 * hook that counts instructions does not interrupt C.
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_trace_functions[];
