#include "lua/limit/strings.h"

#include <string.h>

/* Whether the method is for a schema's code, or for a C function that it has
 * called. */
static bool asked_by_closure(lua_State *L) {
  lua_Debug asking;
  const ysl_meters *all;
  if (!lua_getstack(L, 1, &asking)) return false;
  lua_getinfo(L, "S", &asking);
  if (*asking.what != 'C') return strncmp(asking.short_src, "[y", 2) == 0;
  all = ysl_meters_of(L);
  return all->innermost != NULL && all->innermost->L == L;
}

/* The field __index of strings while closures run. */
static int index_string(lua_State *L) {
  const bool by_closure = asked_by_closure(L);
  lua_rawgeti(L, YSL_STATE, by_closure ? YSL_STRING_METHODS : YSL_STRING_HOST);
  if (by_closure) {
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
  } else if (lua_isfunction(L, -1)) {
    lua_insert(L, 1);
    lua_call(L, 2, 1);
  } else {
    lua_pushvalue(L, 2);
    lua_gettable(L, -2);
  }
  return 1;
}

/* Notes the metatable of strings and the host's methods in the state of the
 * module, so that giving them back allocates nothing. */
void ysl_strings_guard(lua_State *L, const ysl_meters *all) {
  const int top = lua_gettop(L);
  if (all->innermost != NULL) return;
  lua_pushliteral(L, "");
  lua_rawgeti(L, YSL_STATE, YSL_STRING_GUARD);
  if (lua_isfunction(L, -1) && lua_getmetatable(L, -2)) {
    lua_rawgeti(L, YSL_STATE, YSL_STRING_KEY);
    lua_rawget(L, -2);
    if (!lua_isnil(L, -1) && !lua_rawequal(L, -1, top + 2)) {
      lua_rawseti(L, YSL_STATE, YSL_STRING_HOST);
      lua_pushvalue(L, -1);
      lua_rawseti(L, YSL_STATE, YSL_STRING_MT);
      lua_rawgeti(L, YSL_STATE, YSL_STRING_KEY);
      lua_pushvalue(L, top + 2);
      lua_rawset(L, -3);
    }
  }
  lua_settop(L, top);
}

void ysl_strings_release(lua_State *L) {
  const int top = lua_gettop(L);
  lua_rawgeti(L, YSL_STATE, YSL_STRING_MT);
  if (lua_istable(L, -1)) {
    lua_rawgeti(L, YSL_STATE, YSL_STRING_KEY);
    lua_rawget(L, top + 1);
    if (lua_tocfunction(L, -1) == index_string) {
      lua_rawgeti(L, YSL_STATE, YSL_STRING_KEY);
      lua_rawgeti(L, YSL_STATE, YSL_STRING_HOST);
      lua_rawset(L, top + 1);
    }
  }
  lua_settop(L, top);
}

/* core.guard_strings(methods): these are the methods of strings for closures.
 */
static int guard_strings(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_rawseti(L, YSL_STATE, YSL_STRING_METHODS);
  lua_pushliteral(L, "__index");
  lua_rawseti(L, YSL_STATE, YSL_STRING_KEY);
  lua_pushvalue(L, YSL_STATE);
  lua_pushcclosure(L, index_string, 1);
  lua_rawseti(L, YSL_STATE, YSL_STRING_GUARD);
  return 0;
}

const luaL_Reg ysl_strings_functions[] = {{"guard_strings", guard_strings},
                                          {NULL, NULL}};
