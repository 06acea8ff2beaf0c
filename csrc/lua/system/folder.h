#pragma once

/*
 * lua/system/folder.h - core.names(): what is in a folder, core.identity():
 * which file a path leads to, and core.read_link(): the target of a symbolic
 * link. Each makes one request to the system, which matters for many files.
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_folder_functions[];
