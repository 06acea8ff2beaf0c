/* C11 alone does not declare POSIX's isatty(). */
#define _POSIX_C_SOURCE 200809L

#include "lua/system/terminal.h"

#include <unistd.h>

/* core.is_terminal(descriptor) -> boolean; 2 is standard error */
static int is_terminal(lua_State *L) {
  const lua_Integer descriptor = luaL_checkinteger(L, 1);
  luaL_argcheck(L, descriptor >= 0 && descriptor <= 2, 1,
                "not a standard stream");
  lua_pushboolean(L, isatty((int)descriptor) == 1);
  return 1;
}

const luaL_Reg ysl_terminal_functions[] = {{"is_terminal", is_terminal},
                                           {NULL, NULL}};
