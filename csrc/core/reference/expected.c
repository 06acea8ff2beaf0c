#include "core/reference/expected.h"

static void sort(ys_str *list, size_t count) {
  for (size_t i = 1; i < count; i++) {
    const ys_str one = list[i];
    size_t at = i;
    for (; at > 0 && ys_str_cmp(list[at - 1], one) > 0; at--)
      list[at] = list[at - 1];
    list[at] = one;
  }
}

/* Adds where the names of a target are, if it is known. */
static void add_place(ys_buf *buf, const ys_expected_names *names) {
  if (names->place.len > 0) ys_buf_fill(buf, " (%s)", &names->place);
}

static void add_target(ys_buf *buf, ys_str path, ys_str where,
                       ys_expected_names *names) {
  if (buf->len > 0) ys_buf_cstr(buf, ", or ");
  if (names->count == 1)
    ys_buf_fill(buf, "the only name at %s%s", YS_WORDS(path, where));
  else
    ys_buf_fill(buf, "one of the %s names at %s%s",
                YS_WORDS(YS_UINT(names->count), path, where));
  add_place(buf, names);
  sort(names->shown, names->shown_count);
  for (size_t i = 0; i < names->shown_count; i++)
    ys_buf_fill(buf, i == 0 ? ": %s" : ", %s", &names->shown[i]);
}

/* Adds the targets without names. */
static void add_empty(ys_buf *buf, const ys_refers *reference, ys_str where,
                      const ys_expected_names *names, uint32_t count) {
  uint32_t left = count, last = 0;
  ys_buf_cstr(buf, buf->len > 0 ? ", or a name at " : "a name at ");
  for (uint32_t i = 0; i < reference->count; i++) {
    if (names[i].count > 0) continue;
    ys_buf_add(buf, reference->targets[i].text);
    last = i;
    if (--left > 0) ys_buf_cstr(buf, left == 1 ? " or " : ", ");
  }
  ys_buf_fill(buf, "%s, where there are none", &where);
  if (count == 1) add_place(buf, &names[last]);
}

ys_status ys_refer_expected(ys_arena *arena, const ys_refers *reference,
                            ys_expected_names *names, ys_str where,
                            ys_str *out) {
  ys_buf buf = ys_buf_of(arena->memory);
  uint32_t empty = 0;
  for (uint32_t i = 0; i < reference->count; i++)
    if (names[i].count == 0)
      empty++;
    else
      add_target(&buf, reference->targets[i].text, where, &names[i]);
  if (empty > 0) add_empty(&buf, reference, where, names, empty);
  return ys_buf_keep(&buf, arena, out);
}
