#ifndef YSL_SYSTEM_FOLDER_H
#define YSL_SYSTEM_FOLDER_H

/*
 * lua/system/folder.h - what is in a folder, and which file a path leads to:
 * core.names() and core.identity(). They ask the system once for each, which
 * counts where there are many files.
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_folder_functions[];

#endif
