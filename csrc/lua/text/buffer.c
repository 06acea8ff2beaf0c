#include "lua/text/buffer.h"

#include "lua/base/held.h"
#include "lua/base/stack.h"
#include "lua/limit/ceiling.h"

typedef struct buffer {
  ysl_box box;
  ys_buf buf;
} buffer;

ys_buf *ysl_new_buffer(lua_State *L) {
  buffer *box = ysl_new_box(L, YSL_BUFFER, sizeof *box);
  ys_buf_init(&box->buf, ysl_memory(L));
  return &box->buf;
}

void ysl_push_buffer(lua_State *L, ys_buf *buf) {
  if (ys_buf_status(buf) != YS_OK) ysl_no_memory(L);
  if (buf->len == 0)
    lua_pushliteral(L, "");
  else
    lua_pushlstring(L, buf->ptr, buf->len);
  ys_buf_release(buf);
}

int ysl_buffer_collect(lua_State *L) {
  buffer *box = ysl_check_box(L, 1, YSL_BUFFER, sizeof *box);
  if (box->buf.memory.realloc != NULL) ys_buf_release(&box->buf);
  ysl_let_go(L);
  return 0;
}
