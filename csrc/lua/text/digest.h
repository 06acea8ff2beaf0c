#ifndef YSL_TEXT_DIGEST_H
#define YSL_TEXT_DIGEST_H

/* lua/text/digest.h - core.digest(): whether a text is the one that it was.
 * It is no proof against those who want two texts to have the same digest. */

#include "lua/base/compat.h"

extern const luaL_Reg ysl_digest_functions[];

#endif
