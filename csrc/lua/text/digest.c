#include "lua/text/digest.h"

#include "lua/base/stack.h"

#include <inttypes.h>
#include <stdio.h>

/* core.digest(text) -> 32 hexadecimal digits */
static int digest(lua_State *L) {
  const ys_str text = ysl_check_str(L, 1);
  char digits[33];
  snprintf(digits, sizeof digits, "%016" PRIx64 "%016" PRIx64,
           ys_hash(UINT64_C(0x243F6A8885A308D3), text),
           ys_hash(UINT64_C(0x13198A2E03707344), text));
  lua_pushstring(L, digits);
  return 1;
}

const luaL_Reg ysl_digest_functions[] = {{"digest", digest}, {NULL, NULL}};
