#include "ysl_trace.h"

/* core.trace(thrown) -> { thrown = what was thrown, trace = the stack in words
 * } */
static int trace(lua_State *L) {
  lua_settop(L, 1);
  lua_createtable(L, 0, 2);
  lua_insert(L, 1);
  lua_setfield(L, 1, "thrown");
  luaL_traceback(L, L, NULL, 1);
  lua_setfield(L, 1, "trace");
  return 1;
}

const luaL_Reg ysl_trace_functions[] = {{"trace", trace}, {NULL, NULL}};
