#include "lua/run/defined_names.h"

#include "core/reference/target.h"
#include "lua/base/stack.h"
#include "lua/run/run.h"
#include "lua/text/buffer.h"

static void push_names(lua_State *L, ys_buf *buf, const ys_name_set *names) {
  const ys_slot *name;
  size_t at = 0;
  ysl_index i = 0;
  lua_createtable(L, (int)names->set.count, 0);
  while ((name = ys_name_set_next(names, &at)) != NULL) {
    buf->len = 0;
    ys_name_write(buf, name);
    ysl_check_status(L, ys_buf_status(buf));
    lua_pushlstring(L, buf->ptr, buf->len);
    lua_rawseti(L, -2, ++i);
  }
}

int ysl_names_at(lua_State *L) {
  const ys_str path = ysl_check_str(L, 2);
  ysl_run *ud = ysl_check_over(L);
  ys_buf *buf = ysl_new_buffer(L);
  ys_space *space = &ud->run.space;
  const char *problem;
  ys_target target;
  ys_name_set names;
  ysl_check_status(L, ys_target_read(space, path, &target, &problem));
  if (problem == NULL && target.up > 0)
    problem = "it does not begin at the root";
  if (problem != NULL) return ysl_fail(L, problem);
  ysl_check_status(L,
                   ys_name_set_collect(space, &target, &ud->run.root, &names));
  push_names(L, buf, &names);
  return 1;
}
