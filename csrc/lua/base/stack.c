#include "lua/base/stack.h"

int ysl_no_memory(lua_State *L) {
  return luaL_error(L, YSL_NO_MEMORY);
}

/* Lua does not say why there is no room. The limit of a stack is far above this
 * length: a shorter stack could not grow because memory is missing. */
enum { SHORT_STACK = 100000 };

bool ysl_reserve_stack(lua_State *L, int slots) {
  if (lua_checkstack(L, slots)) return true;
  if (YSL_HAS_INTEGERS && lua_gettop(L) < SHORT_STACK) ysl_no_memory(L);
  return false;
}

bool ysl_check_status(lua_State *L, ys_status status) {
  if (status == YS_NOMEM) ysl_no_memory(L);
  return status == YS_OK;
}

int ysl_push_done(lua_State *L, ys_status status) {
  if (ysl_check_status(L, status))
    lua_pushboolean(L, true);
  else
    lua_pushnil(L);
  return 1;
}

ys_str ysl_check_str(lua_State *L, int index) {
  ys_str s;
  s.ptr = luaL_checklstring(L, index, &s.len);
  return s;
}

uint32_t ysl_check_position(lua_State *L, int index) {
  const lua_Integer n = luaL_checkinteger(L, index);
  luaL_argcheck(L, n >= 0 && n < INT32_MAX, index, "not a line or column");
  return (uint32_t)n;
}

void ysl_push_text(lua_State *L, ys_str text) {
  if (text.len == 0)
    lua_pushnil(L);
  else
    lua_pushlstring(L, text.ptr, text.len);
}

void ysl_set_true(lua_State *L, const char *name) {
  lua_pushboolean(L, true);
  lua_setfield(L, -2, name);
}

void ysl_set_text(lua_State *L, const char *name, ys_str text) {
  lua_pushlstring(L, text.ptr, text.len);
  lua_setfield(L, -2, name);
}

void ysl_set_given(lua_State *L, const char *name, ys_str text) {
  if (text.len > 0) ysl_set_text(L, name, text);
}

void ysl_set_number(lua_State *L, const char *name, size_t number) {
  lua_pushinteger(L, (lua_Integer)number);
  lua_setfield(L, -2, name);
}

int ysl_fail(lua_State *L, const char *problem) {
  lua_pushnil(L);
  lua_pushstring(L, problem);
  return 2;
}

int ysl_fail_top(lua_State *L) {
  lua_pushnil(L);
  lua_insert(L, -2);
  return 2;
}
