#include "lua/document/options.h"

static double check_limit(lua_State *L, int options, const char *name,
                          double most, double otherwise) {
  double number = otherwise;
  lua_getfield(L, options, name);
  if (!lua_isnil(L, -1)) {
    number = (double)lua_tonumber(L, -1);
    if (lua_type(L, -1) != LUA_TNUMBER || !(number >= 0 && number <= most))
      luaL_error(L, "option %s: a number from 0 to %f expected", name, most);
  }
  lua_pop(L, 1);
  return number;
}

/* Depth is what recursion costs: it has a limit of its own. */
void ysl_check_limits(lua_State *L, int index, ys_limits *limits,
                      bool *strict) {
  *limits = YS_DEFAULT_LIMITS;
  *strict = false;
  if (lua_isnoneornil(L, index)) return;
  luaL_checktype(L, index, LUA_TTABLE);
  limits->max_bytes = (size_t)check_limit(L, index, "max_bytes", UINT32_MAX,
                                          (double)limits->max_bytes);
  limits->max_depth =
      (uint32_t)check_limit(L, index, "max_depth", 10000, limits->max_depth);
  limits->max_alias_nodes = (uint32_t)check_limit(
      L, index, "max_alias_nodes", UINT32_MAX, limits->max_alias_nodes);
  limits->max_nodes = (uint32_t)check_limit(L, index, "max_nodes", UINT32_MAX,
                                            limits->max_nodes);
  limits->max_violations = (uint32_t)check_limit(
      L, index, "max_violations", UINT32_MAX, limits->max_violations);
  lua_getfield(L, index, "strict");
  *strict = lua_toboolean(L, -1);
  lua_pop(L, 1);
}

static bool is_set(lua_State *L, int index, const char *name) {
  bool set;
  if (!lua_istable(L, index)) return false;
  lua_getfield(L, index, name);
  set = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return set;
}

bool ysl_reads_core_schema(lua_State *L, int index) {
  bool reads;
  if (!lua_istable(L, index)) return false;
  lua_getfield(L, index, "yaml");
  reads = lua_isstring(L, -1) && strcmp(lua_tostring(L, -1), "1.2") == 0;
  lua_pop(L, 1);
  return reads;
}

bool ysl_reads_wide_numbers(lua_State *L, int index) {
  return is_set(L, index, "wide_numbers");
}

bool ysl_refuses_comments(lua_State *L, int index) {
  return is_set(L, index, "refuse_plain_comments");
}

bool ysl_keeps_comments(lua_State *L, int index) {
  return is_set(L, index, "keep_comments");
}

bool ysl_option_flag(lua_State *L, int options, const char *name) {
  bool set;
  if (lua_isnoneornil(L, options)) return false;
  luaL_checktype(L, options, LUA_TTABLE);
  lua_getfield(L, options, name);
  set = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return set;
}

uint32_t ysl_option_number(lua_State *L, int index, const char *name,
                           uint32_t otherwise) {
  uint32_t number = otherwise;
  if (!lua_istable(L, index)) return number;
  lua_getfield(L, index, name);
  if (!lua_isnil(L, -1)) number = (uint32_t)luaL_checknumber(L, -1);
  lua_pop(L, 1);
  return number;
}
