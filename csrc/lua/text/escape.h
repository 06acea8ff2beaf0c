#ifndef YSL_TEXT_ESCAPE_H
#define YSL_TEXT_ESCAPE_H

/* lua/text/escape.h - core.printable(): texts for a terminal or a log
 * (core/text/escape.h). */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_escape_functions[];

#endif
