#ifndef YSL_TEXT_DIGEST_H
#define YSL_TEXT_DIGEST_H

/* lua/text/digest.h - core.digest(): a digest that shows whether a text has
 * changed. It is not secure against attackers. */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_digest_functions[];

#endif
