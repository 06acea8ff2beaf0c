#pragma once

/*
 * lua/workers/workers.h - Processes that share work: core.workers().
 * csrc/lua/README.md documents the methods.
 *
 * A worker is a fork of the process. It has all that was there before, such as
 * a compiled schema, and a socket to its parent: numbers go down, texts come
 * up. The number of its task is in memory that it shares with its parent, so
 * that the parent knows the task when the worker has died.
 */

#include "lua/base/userdata.h"

extern const luaL_Reg ysl_workers_methods[], ysl_workers_functions[];

/* Method __gc: ends the workers. */
int ysl_workers_collect(lua_State *L);
