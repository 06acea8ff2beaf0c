#include "lua/text/escape.h"

#include "core/text/escape.h"
#include "lua/base/stack.h"
#include "lua/text/buffer.h"

/* core.printable(text, one_line?) -> text */
static int printable(lua_State *L) {
  const ys_str text = ysl_check_str(L, 1);
  const bool one_line = lua_toboolean(L, 2);
  ys_buf *out = ysl_new_buffer(L);
  if (one_line)
    ys_escape_text(out, text, SIZE_MAX, SIZE_MAX);
  else
    ys_escape_lines(out, text);
  ysl_push_buffer(L, out);
  return 1;
}

const luaL_Reg ysl_escape_functions[] = {{"printable", printable},
                                         {NULL, NULL}};
