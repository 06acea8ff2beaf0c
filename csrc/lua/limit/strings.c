#include "lua/limit/strings.h"

#include "lua/limit/meter.h"

#include <string.h>

/* Pushes the metatable of strings and its __index. False: there is none. */
static bool push_index(lua_State *L) {
  lua_pushliteral(L, "");
  if (!lua_getmetatable(L, -1)) {
    lua_pop(L, 1);
    return false;
  }
  lua_replace(L, -2);
  lua_pushliteral(L, "__index");
  lua_rawget(L, -2);
  return true;
}

#if YSL_COUNTS

/* Whether the method is for a schema's code, or for a C function that it has
 * called. */
static bool asked_by_closure(lua_State *L) {
  lua_Debug asking;
  const ysl_meter *meter;
  if (!lua_getstack(L, 1, &asking)) return false;
  lua_getinfo(L, "S", &asking);
  if (*asking.what != 'C') return strncmp(asking.short_src, "[y", 2) == 0;
  meter = ysl_meter_running(ysl_meters_of(L));
  return meter != NULL && meter->L == L;
}

/* The field __index of strings while closures run. The second upvalue is the
 * host's. */
static int index_string(lua_State *L) {
  if (asked_by_closure(L)) {
    lua_rawgeti(L, YSL_STATE, YSL_STRING_METHODS);
    lua_pushvalue(L, 2);
    lua_rawget(L, -2);
  } else if (lua_isfunction(L, lua_upvalueindex(2))) {
    lua_pushvalue(L, lua_upvalueindex(2));
    lua_insert(L, 1);
    lua_call(L, 2, 1);
  } else {
    lua_pushvalue(L, 2);
    lua_gettable(L, lua_upvalueindex(2));
  }
  return 1;
}

void ysl_strings_guard(lua_State *L) {
  if (!push_index(L)) return;
  if (!lua_isnil(L, -1)) {
    lua_pushvalue(L, YSL_STATE);
    lua_insert(L, -2);
    lua_pushcclosure(L, index_string, 2);
    lua_pushliteral(L, "__index");
    lua_insert(L, -2);
    lua_rawset(L, -3);
    lua_pop(L, 1);
  } else {
    lua_pop(L, 2);
  }
}

void ysl_strings_release(lua_State *L) {
  if (!push_index(L)) return;
  if (lua_tocfunction(L, -1) == index_string) {
    lua_pushliteral(L, "__index");
    lua_getupvalue(L, -2, 2);
    lua_rawset(L, -4);
  }
  lua_pop(L, 2);
}

#else

/* Compiled traces look up fields of tables, and leave for a C function. So the
 * methods of closures are a table, which falls back on the host's: its
 * functions may run meanwhile, too. */

static bool is_guarded(lua_State *L) {
  if (!lua_getmetatable(L, -1)) return false;
  lua_getfield(L, -1, "of_closures");
  const bool guarded = lua_toboolean(L, -1);
  lua_pop(L, 2);
  return guarded;
}

void ysl_strings_guard(lua_State *L) {
  if (!push_index(L)) return;
  if (lua_istable(L, -1) && !is_guarded(L)) {
    lua_pushliteral(L, "__index");
    lua_rawgeti(L, YSL_STATE, YSL_STRING_METHODS);
    if (lua_istable(L, -1))
      lua_rawset(L, -4);
    else
      lua_pop(L, 2);
  }
  lua_pop(L, 2);
}

void ysl_strings_release(lua_State *L) {
  if (!push_index(L)) return;
  if (lua_istable(L, -1) && is_guarded(L)) {
    lua_pushliteral(L, "__index");
    lua_getmetatable(L, -2);
    lua_getfield(L, -1, "__index");
    lua_remove(L, -2);
    lua_rawset(L, -4);
  }
  lua_pop(L, 2);
}

#endif

/* core.guard_strings(methods): these are the methods of strings for closures.
 */
static int guard_strings(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  lua_rawseti(L, YSL_STATE, YSL_STRING_METHODS);
  return 0;
}

const luaL_Reg ysl_strings_functions[] = {{"guard_strings", guard_strings},
                                          {NULL, NULL}};
