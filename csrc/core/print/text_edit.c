#include "core/print/text_edit.h"

#include "core/print/report.h"
#include "core/scalar/quote.h"
#include "core/text/underline.h"

/* A key or a scalar on a line. */
typedef struct token {
  ys_str line, written; /* with its quotes */
  uint32_t column, end_column;
  char quote;   /* or 0 */
  ys_str inner; /* without the quotes */
} token;

static bool is_at_key(ys_str path) {
  const char last = path.len > 0 ? path.ptr[path.len - 1] : ']';
  return last != ']' || (path.len > 1 && path.ptr[path.len - 2] == '"');
}

/* Reads what stands at a column. Returns false if nothing does, or if it is in
 * quotes and has escapes or no end on the line. */
static bool read_token(ys_str line, uint32_t column, token *out) {
  *out = (token){.line = line, .column = column};
  out->end_column = ys_underline_end(line, column);
  if (out->end_column == 0) return false;
  const size_t start = ys_utf8_column(line, column);
  const size_t end = ys_utf8_column(line, out->end_column);
  out->written = out->inner = (ys_str){line.ptr + start, end - start};
  if (line.ptr[start] != '"' && line.ptr[start] != '\'') return end > start;
  out->quote = line.ptr[start];
  if (end - start < 2 || line.ptr[end - 1] != out->quote) return false;
  out->inner = (ys_str){line.ptr + start + 1, end - start - 2};
  return memchr(out->inner.ptr, out->quote, out->inner.len) == NULL &&
         memchr(out->inner.ptr, '\\', out->inner.len) == NULL;
}

/* Whether a key is the last one of a path. A path with other keys has quotes,
 * and does not end with the key. */
static bool ends_path(ys_str path, ys_str key) {
  if (key.len == 0 || path.len < key.len) return false;
  const size_t rest = path.len - key.len;
  return memcmp(path.ptr + rest, key.ptr, key.len) == 0 &&
         (rest == 0 || path.ptr[rest - 1] == '.');
}

static bool is_plain(ys_str text) {
  return ys_quote_style(text) == YS_STYLE_PLAIN;
}

static ys_status in_quotes(ys_arena *arena, char quote, ys_str text,
                           ys_str *out) {
  return ys_str_fill(arena, "%s%s%s", YS_WORDS({&quote, 1}, text, {&quote, 1}),
                     out);
}

/* Writes another text in the style of a token. Leaves `out` empty if it would
 * need another style. */
static ys_status restyle(ys_arena *arena, const token *t, ys_str text,
                         ys_str *out) {
  if (!is_plain(text)) return YS_OK;
  if (t->quote != 0) return in_quotes(arena, t->quote, text, out);
  *out = text;
  return YS_OK;
}

/* Whether the token is a number or a boolean without quotes. */
static bool is_other_kind(const token *t) {
  ys_slot slot = {0};
  return t->quote == 0 &&
         ys_scalar_resolve(t->written, &slot) == YS_SCALAR_OK &&
         slot.kind != YS_STRING && slot.kind != YS_NULL;
}

static ys_status new_text(ys_arena *arena, const ys_diag *diag, const token *t,
                          ys_str *out) {
  switch (diag->fix.action) {
  case YS_FIX_RENAME:
    if (!ends_path(diag->path, t->inner)) return YS_OK;
    return restyle(arena, t, diag->fix.text, out);
  case YS_FIX_REPLACE:
    if (!ys_str_eq(t->inner, diag->value)) return YS_OK;
    return restyle(arena, t, diag->fix.text, out);
  case YS_FIX_QUOTE:
    return is_other_kind(t) ? in_quotes(arena, '"', t->written, out) : YS_OK;
  case YS_FIX_UNQUOTE:
    if (t->quote != 0 && ys_str_eq(t->inner, diag->value)) *out = t->inner;
    return YS_OK;
  default: return YS_OK;
  }
}

ys_status ys_text_edit_of(const ys_space *space, const ys_masks *masks,
                          ys_arena *arena, const ys_diag *diag,
                          ys_text_edit *out) {
  const ys_str line = ys_sources_line(&space->sources, diag->at);
  const bool keyed = is_at_key(diag->path);
  uint32_t column = diag->at.column, end;
  ys_str text = {0};
  token t;
  *out = (ys_text_edit){0};
  if (diag->fix.action == YS_FIX_NONE) return YS_OK;
  if (diag->fix.action != YS_FIX_RENAME) {
    end = ys_report_end_column(&space->sources, masks, diag->at);
    if (end == 0) return YS_OK; /* nothing, or something masked, is there */
    column = ys_underline_column(line, column, keyed);
    if (keyed && column == diag->at.column)
      return YS_OK; /* the value is on another line */
  }
  if (!read_token(line, column, &t)) return YS_OK;
  YS_TRY(new_text(arena, diag, &t, &text));
  if (text.len > 0) *out = (ys_text_edit){t.column, t.end_column, text};
  return YS_OK;
}
