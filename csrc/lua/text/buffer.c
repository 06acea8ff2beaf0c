#include "lua/text/buffer.h"

#include "core/text/escape.h"
#include "core/text/width.h"
#include "lua/base/held.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"

typedef struct buffer {
  ysl_userdata ud;
  ys_buf buf;
} buffer;

ys_buf *ysl_new_buffer(lua_State *L) {
  buffer *ud = ysl_new_userdata(L, YSL_BUFFER, sizeof *ud);
  ud->buf = ys_buf_of(ysl_memory(L));
  return &ud->buf;
}

ys_buf *ysl_buffer_at(lua_State *L, int index) {
  buffer *ud = ysl_check_userdata(L, index, YSL_BUFFER, sizeof *ud);
  return &ud->buf;
}

void ysl_push_buffer(lua_State *L, ys_buf *buf) {
  if (ys_buf_status(buf) != YS_OK) ysl_no_memory(L);
  if (buf->len == 0)
    lua_pushliteral(L, "");
  else
    lua_pushlstring(L, buf->ptr, buf->len);
  ys_buf_release(buf);
}

int ysl_give_buffer(lua_State *L) {
  const ys_buf *buf = ysl_buffer_at(L, 1);
  lua_settop(L, 2);
  lua_pushlstring(L, buf->ptr, buf->len);
  lua_call(L, 1, 2);
  lua_gc(L, LUA_GCSTEP, YS_PIECE / 1024); /* the piece is garbage now */
  return 2;
}

int ysl_buffer_collect(lua_State *L) {
  buffer *ud = ysl_check_userdata(L, 1, YSL_BUFFER, sizeof *ud);
  if (ud->buf.memory.realloc != NULL) ys_buf_release(&ud->buf);
  ysl_let_go(L);
  return 0;
}

/* core.printable(text, one_line?) -> text. Most texts stay as they are. */
static int printable(lua_State *L) {
  const ys_str text = ysl_check_str(L, 1);
  const bool one_line = lua_toboolean(L, 2);
  ys_buf *out;
  if (one_line && ys_is_plain_line(text)) {
    lua_settop(L, 1);
    return 1;
  }
  out = ysl_new_buffer(L);
  if (one_line)
    ys_escape_text(out, text, SIZE_MAX, SIZE_MAX);
  else
    ys_escape_lines(out, text);
  ysl_push_buffer(L, out);
  return 1;
}

/* core.text_width(text) -> integer: the columns that a line without control
 * characters takes on a terminal */
static int text_width(lua_State *L) {
  lua_pushinteger(L, (lua_Integer)ys_text_width(ysl_check_str(L, 1)));
  return 1;
}

const luaL_Reg ysl_buffer_functions[] = {
    {"printable", printable}, {"text_width", text_width}, {NULL, NULL}};
