#pragma once

/* lua/text/line.h - The lines of a text that is read piece by piece. */

#include "lua/base/stack.h"

/* The offset of the byte whose number is at a stack index. Throws when the text
 * has no such byte and does not end before it. */
static inline size_t ysl_check_offset(lua_State *L, int index, ys_str text) {
  const lua_Integer from = luaL_checkinteger(L, index);
  luaL_argcheck(L, from >= 1 && (uint64_t)from <= text.len + 1, index,
                "beyond the text");
  return (size_t)from - 1;
}

/* Finds the line that begins at an offset. False: it has no end yet. */
static inline bool ysl_find_line(ys_str text, size_t at, ys_str *line) {
  const char *end =
      at < text.len ? memchr(text.ptr + at, '\n', text.len - at) : NULL;
  if (end == NULL) return false;
  *line = (ys_str){text.ptr + at, (size_t)(end - text.ptr) - at};
  return true;
}

/* Pushes how many lines were taken, and the number of the byte after them. */
static inline int ysl_push_lines(lua_State *L, size_t count, size_t at) {
  lua_pushinteger(L, (lua_Integer)count);
  lua_pushinteger(L, (lua_Integer)at + 1);
  return 2;
}
