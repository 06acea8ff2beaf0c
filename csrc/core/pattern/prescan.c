/* core/pattern/prescan.c - Finds the groups of an expression, because a
 * reference may stand before its group (core/pattern/reader.h). */

#include "core/pattern/reader.h"

static bool is_name_byte(char c, bool first) {
  if (ys_is_letter(c) || c == '_' || c == '$') return true;
  return (unsigned char)c >= 0x80 || (!first && ys_is_digit(c));
}

bool ys_ecma_take_name(ys_ecma_reader *r, ys_str *out) {
  const size_t begin = r->at;
  while (is_name_byte(ys_ecma_peek(r, 0), r->at == begin))
    r->at++;
  *out = (ys_str){r->text.ptr + begin, r->at - begin};
  return out->len > 0 && ys_ecma_take(r, ">");
}

uint32_t ys_ecma_group_number(const ys_ecma_reader *r, ys_str name) {
  for (uint32_t i = 1; i <= r->group_count; i++)
    if (r->groups[i].name.len > 0 && ys_str_eq(r->groups[i].name, name))
      return i;
  return 0;
}

/* Skips a class; its end may be missing. */
static void skip_class(ys_ecma_reader *r) {
  for (; r->at < r->text.len && r->text.ptr[r->at] != ']'; r->at++)
    if (r->text.ptr[r->at] == '\\') r->at++;
}

/* Counts a group that captures, after its parenthesis. */
static void count_group(ys_ecma_reader *r) {
  ys_str name = YS_STR("");
  if (ys_ecma_peek(r, 0) == '?') {
    const bool named = ys_ecma_take(r, "?<") || ys_ecma_take(r, "?P<");
    if (!named || !ys_ecma_take_name(r, &name)) return;
    r->named = true;
  }
  r->group_count++;
  if (r->groups != NULL) r->groups[r->group_count].name = name;
}

/* Reads the whole text and returns to its beginning. */
static uint32_t scan(ys_ecma_reader *r) {
  uint32_t opened = 0;
  r->group_count = 0;
  for (r->at = 0; r->at < r->text.len;) {
    const char c = r->text.ptr[r->at++];
    if (c == '\\')
      r->at++;
    else if (c == '[')
      skip_class(r);
    else if (c == '(') {
      opened++;
      count_group(r);
    }
  }
  r->at = 0;
  return opened;
}

ys_status ys_ecma_prescan(ys_ecma_reader *r, ys_arena *arena) {
  const uint32_t opened = scan(r);
  r->groups =
      ys_arena_zalloc(arena, (size_t)r->group_count + 1, sizeof *r->groups);
  r->frames = ys_arena_zalloc(arena, (size_t)opened + 1, sizeof *r->frames);
  if (r->groups == NULL || r->frames == NULL) return YS_NOMEM;
  if (r->group_count > 0) scan(r);
  return YS_OK;
}
