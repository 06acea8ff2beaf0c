#include "core/text/shorten.h"

#include "core/text/escape.h"

/* The most bytes that remain of a text. */
enum {
  MOST_STEP = 40, /* a key in a path */
  MOST_PATH = 240,
  MOST_VALUE = 60, /* a value, or a key by itself */
  MOST_OTHER = 500
};

/* The bytes of a character. A byte that is not UTF-8 counts as one. */
static size_t size_of_character(ys_str text, size_t at) {
  uint32_t code;
  const size_t size = ys_utf8_next(text, at, &code);
  return size > 0 ? size : 1;
}

/* Gives the end of the last whole character that ends within `most` bytes. */
static size_t end_of_part(ys_str text, size_t most) {
  size_t at = 0;
  while (at < text.len && at + size_of_character(text, at) <= most)
    at += size_of_character(text, at);
  return at;
}

static ys_status cut(ys_arena *arena, size_t most, ys_str *text) {
  if (text->len <= most) return YS_OK;
  return ys_str_fill(arena, "%s" YS_ELLIPSIS,
                     YS_WORDS({text->ptr, end_of_part(*text, most)}), text);
}

/* ---- paths --------------------------------------------------------------- */

/* The bytes of one character of a path, or of its escape. */
static size_t size_of_step(ys_str path, size_t at) {
  if (path.ptr[at] != '\\') return size_of_character(path, at);
  const size_t size = at + 1 < path.len && path.ptr[at + 1] == 'x' ? 4 : 2;
  return size < path.len - at ? size : path.len - at;
}

/* Whether the key that begins at `from` ends at `at`. */
static bool ends_at(ys_str path, size_t at, bool quoted) {
  const char c = path.ptr[at];
  return quoted ? c == '"' : c == '.' || c == '[' || c == ']';
}

/* Appends a key without more than its first bytes. Gives its end. */
static size_t add_key(ys_buf *out, ys_str path, size_t from, bool quoted) {
  size_t at = from;
  bool whole = true;
  while (at < path.len && !ends_at(path, at, quoted)) {
    const size_t size = size_of_step(path, at);
    if (whole && at + size - from > MOST_STEP) {
      ys_buf_cstr(out, YS_ELLIPSIS);
      whole = false;
    }
    if (whole) ys_buf_add(out, (ys_str){path.ptr + at, size});
    at += size;
  }
  return at;
}

/* Shortens each key, and then the path. */
static ys_status cut_path(ys_arena *arena, ys_str *path) {
  const ys_str whole = *path;
  size_t at = 0;
  if (path->len <= MOST_STEP) return YS_OK;
  ys_buf buf = ys_buf_of(arena->memory);
  while (at < whole.len && buf.len <= MOST_PATH && !buf.failed) {
    const bool quoted = whole.ptr[at] == '"';
    if (quoted || ends_at(whole, at, false)) ys_buf_char(&buf, whole.ptr[at++]);
    if (quoted || (at < whole.len && whole.ptr[at] != '"'))
      at = add_key(&buf, whole, at, quoted);
    if (quoted && at < whole.len) ys_buf_char(&buf, whole.ptr[at++]);
  }
  if (at < whole.len) ys_buf_cstr(&buf, YS_ELLIPSIS);
  return ys_buf_keep(&buf, arena, path);
}

/* ---- records ------------------------------------------------------------- */

/* Whether the first argument is a key or a text of the document. */
static bool begins_with_text(const ys_diag *diag) {
  return diag->code == YS_E_UNKNOWN_KEY || diag->code == YS_E_REMOVED ||
         ys_code_quotes(diag->code) == YS_ARGUMENT(1);
}

bool ys_diag_is_long(const ys_diag *diag) {
  return diag->path.len > MOST_OTHER ||
         (begins_with_text(diag) && diag->args[0].len > MOST_OTHER);
}

ys_status ys_diag_shorten(ys_arena *arena, ys_diag *diag) {
  YS_TRY(cut_path(arena, &diag->path));
  if (diag->value_kind >= YS_VALUE_STRING)
    YS_TRY(cut(arena, MOST_VALUE, &diag->value));
  for (int i = 0; i < YS_DIAG_ARGS; i++) {
    const bool text = i == 0 && begins_with_text(diag);
    YS_TRY(cut(arena, text ? MOST_VALUE : MOST_OTHER, &diag->args[i]));
  }
  if (diag->fix.text.len > MOST_OTHER) diag->fix = (ys_fix){0};
  return cut(arena, MOST_OTHER, &diag->calls);
}
