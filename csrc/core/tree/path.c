/* core/tree/path.c - Writes paths (reference#paths). */

#include "core/tree/node.h"

static bool is_plain_key(ys_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (!ys_is_name(text.ptr[i])) return false;
  return text.len > 0;
}

void ys_path_escape(ys_buf *out, ys_str text) {
  static const char hex[] = "0123456789abcdef";
  for (size_t i = 0; i < text.len; i++) {
    unsigned char c = (unsigned char)text.ptr[i];
    if (c == '"' || c == '\\') {
      ys_buf_char(out, '\\');
    } else if (c < 0x20 || c == 0x7F) {
      ys_buf_cstr(out, "\\x");
      ys_buf_char(out, hex[c >> 4]);
      c = (unsigned char)hex[c & 15];
    }
    ys_buf_char(out, (char)c);
  }
}

char ys_path_character(ys_str text, size_t *at) {
  const char c = text.ptr[(*at)++];
  if (c != '\\' || *at == text.len) return c;
  const char letter = text.ptr[(*at)++];
  if (letter != 'x' || text.len - *at < 2) return letter;
  *at += 2;
  return (char)(ys_hex_digit(text.ptr[*at - 2]) * 16 +
                ys_hex_digit(text.ptr[*at - 1]));
}

void ys_path_unescape(ys_buf *out, ys_str text) {
  for (size_t at = 0; at < text.len;)
    ys_buf_char(out, ys_path_character(text, &at));
}

static void add_step(ys_buf *out, const ys_path *step) {
  if (step->key == NULL) {
    ys_buf_char(out, '[');
    if (step->index != YS_PATH_EVERY) ys_buf_uint(out, step->index);
    ys_buf_char(out, ']');
  } else if (is_plain_key(step->key->text)) {
    if (out->len > 0) ys_buf_char(out, '.');
    ys_buf_add(out, step->key->text);
  } else {
    ys_buf_cstr(out, "[\"");
    ys_path_escape(out, step->key->text);
    ys_buf_cstr(out, "\"]");
  }
}

/* ---- plain paths --------------------------------------------------------- */

static size_t digits_of(uint32_t n) {
  size_t count = 1;
  for (; n >= 10; n /= 10)
    count++;
  return count;
}

/* How long the text of a step is; 0: its key is not plain, or it stands for
 * every item. */
static size_t plain_size(const ys_path *step) {
  if (step->key == NULL)
    return step->index == YS_PATH_EVERY ? 0 : digits_of(step->index) + 2;
  return is_plain_key(step->key->text) ? step->key->text.len + 1 : 0;
}

/* Writes a plain step so that it ends before `end`; gives where it begins. */
static char *put_plain(const ys_path *step, char *end) {
  if (step->key != NULL) {
    end -= step->key->text.len;
    memcpy(end, step->key->text.ptr, step->key->text.len);
    *--end = '.';
    return end;
  }
  uint32_t n = step->index;
  *--end = ']';
  do
    *--end = (char)('0' + n % 10);
  while ((n /= 10) != 0);
  *--end = '[';
  return end;
}

/* Gives the text of a path whose steps are all plain, without a buffer. False:
 * they are not, or it has none. */
static bool plain_text(ys_arena *arena, const ys_path *path, ys_str *out,
                       ys_status *status) {
  size_t size = 0;
  for (const ys_path *p = path; p != NULL && p->up != NULL; p = p->up) {
    const size_t step = plain_size(p);
    if (step == 0) return false;
    size += step;
  }
  char *text = size == 0 ? NULL : ys_arena_text(arena, size);
  if (size == 0) return false;
  *status = text == NULL ? YS_NOMEM : YS_OK;
  if (text == NULL) return true;
  char *end = text + size;
  for (const ys_path *p = path; p->up != NULL; p = p->up)
    end = put_plain(p, end);
  *out = *text == '.' ? (ys_str){text + 1, size - 1} : (ys_str){text, size};
  return true;
}

/* ---- all paths ----------------------------------------------------------- */

/* The links lead from the slot up to the root, so `steps` reverses them. */
ys_status ys_path_text(ys_arena *arena, const ys_path *path, ys_str *out) {
  size_t depth = 0;
  ys_status status = YS_OK;
  if (plain_text(arena, path, out, &status)) return status;
  for (const ys_path *p = path; p != NULL && p->up != NULL; p = p->up)
    depth++;
  if (depth == 0) {
    *out = YS_STR("");
    return YS_OK;
  }
  const size_t size = depth * sizeof(ys_path *);
  const ys_path **steps = ys_memory_new(arena->memory, size);
  if (steps == NULL) return YS_NOMEM;
  for (size_t i = depth; i > 0; i--, path = path->up)
    steps[i - 1] = path;
  ys_buf buf = ys_buf_of(arena->memory);
  for (size_t i = 0; i < depth; i++)
    add_step(&buf, steps[i]);
  ys_memory_free(arena->memory, (void *)steps, size);
  return ys_buf_keep(&buf, arena, out);
}
