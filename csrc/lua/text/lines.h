#pragma once

/* lua/text/lines.h - The lines of a whole text, as editors count them. */

#include "lua/base/compat.h"

/* core.line(text, number) -> first, last | nothing
 * core.line_of(text, byte) -> number */
extern const luaL_Reg ysl_lines_functions[];
