#include "ys_title.h"

/* Beyond ASCII, every character counts as a letter. */
static bool is_word(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c >= 0x80;
}

ys_status ys_title(ys_arena *arena, const ys_field *field, ys_str *out) {
  ys_str text;
  char *title;
  size_t len = 0;
  if (field->docs != NULL && field->docs->title.len > 0) {
    *out = field->docs->title;
    return YS_OK;
  }
  *out = YS_STR("");
  if (field->key == NULL || field->key->text.len == 0) return YS_OK;
  text = field->key->text;
  title = ys_arena_text(arena, text.len);
  if (title == NULL) return YS_NOMEM;
  for (size_t i = 0; i < text.len; i++) {
    if (is_word((unsigned char)text.ptr[i]))
      title[len++] = text.ptr[i];
    else if (len > 0 && title[len - 1] != ' ')
      title[len++] = ' ';
  }
  while (len > 0 && title[len - 1] == ' ')
    len--;
  if (len == 0) {
    *out = text;
    return YS_OK;
  }
  if (title[0] >= 'a' && title[0] <= 'z') title[0] = (char)(title[0] - 32);
  *out = (ys_str){title, len};
  return YS_OK;
}
