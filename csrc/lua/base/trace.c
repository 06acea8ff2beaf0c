#include "lua/base/trace.h"

#include <string.h>

/* The cost of a look at a frame grows with its depth, so a stack that
 * overflowed is not walked to its end. */
enum { MOST_LEVELS = 1000, MOST_PLACES = 100 };

/* The pattern of the names of chunks of a schema's code. */
static bool is_ours(const lua_Debug *call) {
  return strncmp(call->short_src, "[y", 2) == 0 && call->currentline > 0;
}

/* core.trace(thrown) -> a list of the places, as `[y1:40]:2`, in the code of
 * schemas that are on the stack, the innermost first; `thrown` is what was
 * thrown, and `traced` is true. On a full stack LuaJIT may give another value
 * without having called this function. */
static int trace(lua_State *L) {
  lua_Debug call;
  int count = 0;
  lua_settop(L, 1);
  lua_createtable(L, 4, 2);
  lua_insert(L, 1);
  lua_setfield(L, 1, "thrown");
  lua_pushboolean(L, true);
  lua_setfield(L, 1, "traced");
  for (int level = 1; level < MOST_LEVELS && count < MOST_PLACES; level++) {
    if (!lua_getstack(L, level, &call)) break;
    lua_getinfo(L, "Sl", &call);
    if (!is_ours(&call)) continue;
    lua_pushfstring(L, "%s:%d", call.short_src, call.currentline);
    lua_rawseti(L, 1, ++count);
  }
  return 1;
}

const luaL_Reg ysl_trace_functions[] = {{"trace", trace}, {NULL, NULL}};
