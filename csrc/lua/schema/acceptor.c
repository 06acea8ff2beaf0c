#include "lua/schema/acceptor.h"

#include "core/accept/accept.h"
#include "core/type/regexp.h"
#include "lua/base/owner.h"
#include "lua/base/stack.h"
#include "lua/document/options.h"
#include "lua/limit/ceiling.h"
#include "lua/text/line.h"

typedef struct ysl_acceptor {
  ysl_owner owner;
  ys_space space;
  ys_acceptor *acceptor;
  ys_accept_run run;
  bool begun; /* `run` is there */
} ysl_acceptor;

static void release(ysl_owner *owner) {
  ysl_acceptor *ud = (ysl_acceptor *)(void *)owner;
  if (ud->begun) ys_accept_run_release(&ud->run);
  ys_space_release(&ud->space);
}

static ysl_acceptor *new_ud(lua_State *L, const ys_limits *limits) {
  ysl_acceptor *ud = ysl_new_userdata(L, YSL_ACCEPTOR, sizeof *ud);
  ysl_check_status(L, ys_space_init(&ud->space, ysl_memory(L), NULL));
  ud->space.limits = *limits;
  ud->owner.space = &ud->space;
  ud->owner.release = release;
  ud->owner.open = true;
  return ud;
}

/* Adds the text at the top, with the address below it, and pops both. */
static bool add_text(lua_State *L, ysl_acceptor *ud) {
  bool fits;
  ys_str uri, text;
  ys_arena *arena = &ud->space.arena;
  ysl_check_status(L, ys_arena_str(arena, ysl_check_str(L, -2), &uri));
  ysl_check_status(L, ys_arena_str(arena, ysl_check_str(L, -1), &text));
  ysl_check_status(L, ys_acceptor_add(ud->acceptor, uri, text, &fits));
  lua_pop(L, 2);
  return fits;
}

static bool add_texts(lua_State *L, ysl_acceptor *ud) {
  const ysl_index count = (ysl_index)lua_rawlen(L, 1);
  luaL_argcheck(L, count > 0 && count % 2 == 0, 1, "addresses and texts");
  for (ysl_index i = 1; i <= count; i += 2) {
    lua_rawgeti(L, 1, i);
    lua_rawgeti(L, 1, i + 1);
    if (!add_text(L, ud)) return false;
  }
  return true;
}

/* core.acceptor({ address, text, ... }, draft, options) -> acceptor | nil,
 * missing: the first text is the schema. Without a result, it has to be
 * imported; `missing` is the address of a text that it needs. */
static int new_acceptor(lua_State *L) {
  ys_limits limits;
  bool strict;
  ys_accept_result result = YS_ACCEPT_DECLINES;
  ys_str missing = {"", 0};
  luaL_checktype(L, 1, LUA_TTABLE);
  const int draft = (int)luaL_checkinteger(L, 2);
  ysl_check_limits(L, 3, &limits, &strict);
  ysl_acceptor *ud = new_ud(L, &limits);
  ysl_check_status(L, ys_acceptor_new(&ud->space, draft, &ud->acceptor));
  if (add_texts(L, ud))
    ysl_check_status(L, ys_acceptor_compile(ud->acceptor, &result, &missing));
  if (result == YS_ACCEPT_READY) return 1;
  lua_pushnil(L);
  ysl_push_text(L, missing);
  ysl_close(&ud->owner);
  return 2;
}

static ysl_acceptor *check_acceptor(lua_State *L) {
  return ysl_check_open(L, 1, YSL_ACCEPTOR, sizeof(ysl_acceptor));
}

/* acceptor:patterns() -> list: the regular expressions in the schema */
static int patterns(lua_State *L) {
  ysl_index count = 0;
  const ysl_acceptor *ud = check_acceptor(L);
  lua_newtable(L);
  for (const ys_accept_pattern *p = ys_acceptor_patterns(ud->acceptor);
       p != NULL; p = p->next) {
    lua_pushlstring(L, p->text.ptr, p->text.len);
    lua_rawseti(L, -2, ++count);
  }
  return 1;
}

/* Gives a pattern the translation at the top. */
static bool translate(lua_State *L, ysl_acceptor *ud,
                      ys_accept_pattern *pattern) {
  ys_str text, problem;
  const ys_regexp *regexp;
  ysl_check_status(L,
                   ys_arena_str(&ud->space.arena, ysl_check_str(L, -1), &text));
  ysl_check_status(L, ys_regexp_compile(&ud->space, text, &regexp, &problem));
  pattern->regexp = regexp;
  return regexp != NULL;
}

/* acceptor:begin({ translation, ... }) -> boolean: gives the patterns their
 * translations, in the same order. False: one of them is no regular
 * expression. */
static int begin(lua_State *L) {
  ysl_index count = 0;
  bool fits = true;
  luaL_checktype(L, 2, LUA_TTABLE);
  ysl_acceptor *ud = check_acceptor(L);
  luaL_argcheck(L, !ud->begun, 1, "it has begun");
  for (ys_accept_pattern *p = ys_acceptor_patterns(ud->acceptor);
       p != NULL && fits; p = p->next) {
    lua_rawgeti(L, 2, ++count);
    fits = translate(L, ud, p);
    lua_pop(L, 1);
  }
  if (fits) {
    ud->begun = true;
    ysl_check_status(L, ys_accept_run_init(&ud->run, ud->acceptor));
  }
  lua_pushboolean(L, fits);
  return 1;
}

/* acceptor:lines(text, from) -> count, next: how many lines are accepted, from
 * a byte on, and where the first line begins that is not, or has no end. */
static int lines(lua_State *L) {
  const ys_str text = ysl_check_str(L, 2);
  size_t at = ysl_check_offset(L, 3, text), count = 0;
  ys_str line;
  bool accepted;
  ysl_acceptor *ud = check_acceptor(L);
  luaL_argcheck(L, ud->begun, 1, "it has not begun");
  for (; ysl_find_line(text, at, &line); count++) {
    ysl_check_status(L, ys_accept_text(&ud->run, line, &accepted));
    if (!accepted) break;
    at += line.len + 1;
  }
  return ysl_push_lines(L, count, at);
}

const luaL_Reg ysl_acceptor_methods[] = {{"patterns", patterns},
                                         {"begin", begin},
                                         {"lines", lines},
                                         {"close", ysl_close_method},
                                         {NULL, NULL}};

const luaL_Reg ysl_acceptor_functions[] = {{"acceptor", new_acceptor},
                                           {NULL, NULL}};
