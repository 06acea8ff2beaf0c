#include "lua/run/leaves.h"

/* The text of a field of the table at the top, which has to be a string. */
static ys_str text_of(lua_State *L, const char *name) {
  ys_str text = {"", 0};
  lua_pushstring(L, name);
  lua_rawget(L, -2);
  if (lua_type(L, -1) == LUA_TSTRING)
    text.ptr = lua_tolstring(L, -1, &text.len);
  lua_pop(L, 1); /* the table holds it */
  return text;
}

static uint32_t line_of(lua_State *L) {
  lua_Integer line;
  lua_pushliteral(L, "line");
  lua_rawget(L, -2);
  line = lua_tointeger(L, -1);
  lua_pop(L, 1);
  return line > 0 && line < UINT32_MAX ? (uint32_t)line : 0;
}

/* The leaf at the top of the stack. */
static ys_leaf read_leaf(lua_State *L) {
  return (ys_leaf){.pointer = text_of(L, "pointer"),
                   .rule = text_of(L, "rule"),
                   .must_be = text_of(L, "must_be"),
                   .found = text_of(L, "found"),
                   .hint = text_of(L, "hint"),
                   .line = line_of(L)};
}

ys_status ysl_read_leaves(lua_State *L, int index, ys_arena *arena,
                          ys_answer *answer) {
  const size_t count = lua_istable(L, index) ? lua_rawlen(L, index) : 0;
  ys_leaf *leaves;
  if (count == 0) return YS_OK;
  leaves = ys_arena_alloc(arena, count * sizeof *leaves);
  if (leaves == NULL) return YS_NOMEM;
  for (size_t i = 0; i < count; i++) {
    lua_rawgeti(L, index, (ysl_index)(i + 1));
    if (!lua_istable(L, -1)) break;
    leaves[answer->leaf_count++] = read_leaf(L);
    lua_pop(L, 1);
  }
  answer->leaves = leaves;
  return YS_OK;
}
