#ifndef YSL_TEXT_REGEXP_H
#define YSL_TEXT_REGEXP_H

/* lua/text/regexp.h - regular expressions for the modules that closures name.
 */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_regexp_methods[], ysl_regexp_functions[];

#endif
