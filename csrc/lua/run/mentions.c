#include "lua/run/mentions.h"

#include "core/refer/target.h"
#include "core/scalar/show.h"
#include "core/text/mask.h"
#include "lua/base/stack.h"
#include "lua/text/buffer.h"

/* ---- mentions ------------------------------------------------------------ */

/* Writes the values of an item, each with its length, so that they cannot be
 * taken for others. */
static void write_values(ys_buf *buf, const ys_mention *mention) {
  const uint32_t count = mention->identity->count;
  for (uint32_t i = 0; i < count; i++) {
    const size_t begin = buf->len;
    ys_name_write(buf, mention->values[i]);
    if (count == 1) return;
    ys_buf_char(buf, '\n');
    ys_buf_uint(buf, buf->len - begin);
    ys_buf_char(buf, '\n');
  }
}

/* Writes what people see of it: `namespace "a", name "b"`. */
static void show_values(ys_buf *buf, const ys_mention *mention) {
  const ys_identity *identity = mention->identity;
  for (uint32_t i = 0; i < identity->count; i++) {
    const ys_slot *value = mention->values[i];
    if (i > 0) ys_buf_cstr(buf, ", ");
    if (identity->count > 1) ys_buf_add(buf, identity->keys[i].text);
    if (identity->count > 1) ys_buf_char(buf, ' ');
    if (identity->keys[i].sensitive)
      ys_buf_add(buf, YS_MASKED);
    else if (value == NULL)
      ys_buf_cstr(buf, "not given");
    else
      ys_show_value(buf, value, true);
  }
}

/* Writes the name or what people see of it. */
static void write(ys_buf *buf, const ys_mention *mention, bool shown) {
  buf->len = 0;
  if (mention->identity != NULL && shown)
    show_values(buf, mention);
  else if (mention->identity != NULL)
    write_values(buf, mention);
  else if (shown && mention->sensitive)
    ys_buf_add(buf, YS_MASKED);
  else if (shown)
    ys_show_value(buf, mention->slot, true);
  else
    ys_name_write(buf, mention->slot);
}

static void set_written(lua_State *L, ys_buf *buf, const char *name) {
  ysl_check_status(L, ys_buf_status(buf));
  ysl_set_text(L, name, ys_buf_str(buf));
}

static void push_mention(lua_State *L, const ysl_run *ud, ys_buf *buf,
                         const ys_mention *mention) {
  const ys_place place = ys_slot_place(mention->slot);
  lua_createtable(L, 0, 8);
  ysl_set_number(L, "reference",
                 mention->identity != NULL ? mention->identity->number
                                           : mention->reference->number);
  write(buf, mention, false);
  set_written(L, buf, "name");
  write(buf, mention, true);
  set_written(L, buf, "shown");
  ysl_set_text(L, "path", mention->path);
  if (mention->sensitive) ysl_set_true(L, "sensitive");
  if (place.line == 0) return;
  ysl_set_text(L, "file", ys_sources_name(&ud->run.space.sources, place));
  ysl_set_number(L, "line", place.line);
  ysl_set_number(L, "column", place.column);
}

int ysl_mentions(lua_State *L) {
  ysl_run *ud = ysl_check_over(L);
  ysl_index i = 0;
  ys_buf *buf;
  if (ud->run.referrer.first == NULL) return 0;
  buf = ysl_new_buffer(L);
  lua_newtable(L);
  for (const ys_mention *m = ud->run.referrer.first; m != NULL; m = m->next) {
    push_mention(L, ud, buf, m);
    lua_rawseti(L, -2, ++i);
  }
  return 1;
}

/* ---- names --------------------------------------------------------------- */

/* Pushes the names and their lines. */
static void push_names(lua_State *L, ys_buf *buf, const ys_names *names) {
  const ys_slot *name;
  uint32_t at = 0;
  ysl_index i = 0;
  lua_createtable(L, (int)names->count, 0);
  lua_createtable(L, (int)names->count, 0);
  while ((name = ys_names_next(names, &at)) != NULL) {
    buf->len = 0;
    ys_name_write(buf, name);
    ysl_check_status(L, ys_buf_status(buf));
    lua_pushlstring(L, buf->ptr, buf->len);
    lua_rawseti(L, -3, ++i);
    lua_pushinteger(L, (lua_Integer)ys_slot_line(name));
    lua_rawseti(L, -2, i);
  }
}

int ysl_names_at(lua_State *L) {
  const ys_str path = ysl_check_str(L, 2);
  ysl_run *ud = ysl_check_over(L);
  ys_buf *buf = ysl_new_buffer(L);
  ys_space *space = &ud->run.space;
  const char *problem;
  ys_target target;
  ys_names names;
  ysl_check_status(L, ys_target_read(space, path, &target, &problem));
  if (problem == NULL && target.up > 0)
    problem = "it does not begin at the root";
  if (problem != NULL) return ysl_fail(L, problem);
  ysl_check_status(L, ys_names_collect(space, &target, &ud->run.root, &names));
  push_names(L, buf, &names);
  lua_pushboolean(L, names.uncertain);
  return 3;
}
