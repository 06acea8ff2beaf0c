#ifndef YSL_LINK_H
#define YSL_LINK_H

/* ysl_link.h - where a symbolic link leads, which Lua cannot ask. */

#include "ysl_box.h"

extern const luaL_Reg ysl_link_functions[];

#endif
