#ifndef YSL_MATCHES_H
#define YSL_MATCHES_H

/* ysl_matches.h - regular expressions for the modules that closures name. */

#include "ysl_box.h"

extern const luaL_Reg ysl_matches_methods[], ysl_matches_functions[];

#endif
