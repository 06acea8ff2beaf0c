#include "lua/text/regexp.h"

#include "core/type/ecma.h"
#include "lua/base/owner.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"

/* A search through a text, in a space of its own. */
typedef struct matches {
  ysl_owner owner;
  ys_space space;
  const ys_regexp *regexp;
  ys_matches found;
} matches;

static matches *new_matches(lua_State *L) {
  matches *ud = ysl_new_userdata(L, YSL_MATCHES, sizeof *ud);
  ysl_check_status(L, ys_space_init(&ud->space, ysl_memory(L), NULL));
  ysl_open(&ud->owner, &ud->space, NULL);
  return ud;
}

static ys_status begin(matches *ud, ys_str pattern, ys_str text,
                       ys_str *problem) {
  ys_str own;
  YS_TRY(ys_regexp_compile(&ud->space, pattern, &ud->regexp, problem));
  if (ud->regexp == NULL) return YS_INVALID;
  YS_TRY(ys_arena_str(&ud->space.arena, text, &own));
  return ys_matches_begin(&ud->space, ud->regexp, own, &ud->found);
}

static int no_matches(lua_State *L, matches *ud, ys_str problem) {
  lua_pushnil(L);
  lua_pushlstring(L, problem.ptr, problem.len);
  ysl_close(&ud->owner);
  return 2;
}

/* core.matches(pattern, text) -> matches | nil, problem */
static int new_search(lua_State *L) {
  const ys_str pattern = ysl_check_str(L, 1), text = ysl_check_str(L, 2);
  matches *ud = new_matches(L);
  ys_str problem = {"", 0};
  if (!ysl_check_status(L, begin(ud, pattern, text, &problem)))
    return no_matches(L, ud, problem);
  return 1;
}

static matches *check_matches(lua_State *L) {
  return ysl_check_open(L, 1, YSL_MATCHES, sizeof(matches));
}

/* Pushes a span as string.sub() takes it; gives 2. */
static int push_span(lua_State *L, size_t from, size_t to) {
  lua_pushinteger(L, (lua_Integer)from + 1);
  lua_pushinteger(L, (lua_Integer)to);
  return 2;
}

/* matches:next() -> first, last | nil | nil, problem. The end closes it. */
static int next_match(lua_State *L) {
  matches *ud = check_matches(L);
  ys_str problem = {"", 0};
  ys_search result = YS_SEARCH_NOT_FOUND;
  size_t from, to;
  ysl_check_status(L, ys_matches_next(&ud->found, &result, &problem));
  if (result == YS_SEARCH_FOUND && ys_matches_span(&ud->found, 0, &from, &to))
    return push_span(L, from, to);
  if (result == YS_SEARCH_GIVEN_UP) return no_matches(L, ud, problem);
  ysl_close(&ud->owner);
  return 0;
}

/* matches:finds(text) -> boolean | nil, problem. Searches another text for the
 * pattern, which is compiled once for all of them. */
static int finds(lua_State *L) {
  matches *ud = check_matches(L);
  const ys_str text = ysl_check_str(L, 2);
  ys_search result = YS_SEARCH_NOT_FOUND;
  ys_str problem = {"", 0};
  ysl_check_status(
      L, ys_regexp_search(&ud->space, ud->regexp, text, &result, &problem));
  if (result == YS_SEARCH_GIVEN_UP) {
    lua_pushnil(L);
    lua_pushlstring(L, problem.ptr, problem.len);
    return 2;
  }
  lua_pushboolean(L, result == YS_SEARCH_FOUND);
  return 1;
}

/* matches:span(group) -> first, last | nothing: it is not part of the match */
static int span(lua_State *L) {
  const lua_Integer group = luaL_checkinteger(L, 2);
  const matches *ud = check_matches(L);
  size_t from, to;
  if (group < 0 || group > UINT16_MAX ||
      !ys_matches_span(&ud->found, (uint32_t)group, &from, &to))
    return 0;
  return push_span(L, from, to);
}

/* matches:group(name) -> number | nothing */
static int group_number(lua_State *L) {
  const ys_str name = ysl_check_str(L, 2);
  const uint32_t number = ys_regexp_group(check_matches(L)->regexp, name);
  if (number == 0) return 0;
  lua_pushinteger(L, (lua_Integer)number);
  return 1;
}

const luaL_Reg ysl_regexp_methods[] = {{"next", next_match},
                                       {"finds", finds},
                                       {"span", span},
                                       {"group", group_number},
                                       {"close", ysl_close_method},
                                       {NULL, NULL}};

/* core.translate_regexp(pattern) -> translation | nil, problem, invalid: a
 * regular expression of ECMA-262 as one of PCRE2. `invalid`: it is none. */
static int translate(lua_State *L) {
  const ys_str pattern = ysl_check_str(L, 1);
  ys_ecma_regexp ecma;
  matches *ud = new_matches(L);
  ysl_check_status(L, ys_regexp_compile_ecma(&ud->space, pattern, &ecma));
  if (ecma.regexp == NULL) {
    lua_pushnil(L);
    lua_pushlstring(L, ecma.problem.ptr, ecma.problem.len);
    lua_pushboolean(L, ecma.invalid);
  } else {
    lua_pushlstring(L, ecma.translation.ptr, ecma.translation.len);
  }
  ysl_close(&ud->owner);
  return ecma.regexp == NULL ? 3 : 1;
}

const luaL_Reg ysl_regexp_functions[] = {
    {"matches", new_search}, {"translate_regexp", translate}, {NULL, NULL}};
