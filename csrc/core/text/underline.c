#include "core/text/underline.h"

/* No more of a line than this is looked at. */
enum { MOST_BYTES = 4096 };

static bool is_blank(ys_str line, size_t at) {
  return at >= line.len || line.ptr[at] == ' ' || line.ptr[at] == '\t';
}

static size_t after_blanks(ys_str line, size_t at) {
  while (at < line.len && is_blank(line, at))
    at++;
  return at;
}

/* The end of a key in quotes, which begins at `at`. */
static size_t after_quotes(ys_str line, size_t at) {
  const char quote = line.ptr[at++];
  for (; at < line.len; at++) {
    if (line.ptr[at] == '\\' && quote == '"')
      at++;
    else if (line.ptr[at] == quote && quote == '\'' && at + 1 < line.len &&
             line.ptr[at + 1] == quote)
      at++;
    else if (line.ptr[at] == quote)
      return at + 1;
  }
  return line.len;
}

/* Finds the colon after the key at `at`; gives the length of the line if there
 * is none. */
static size_t colon_after(ys_str line, size_t at) {
  if (line.ptr[at] == '"' || line.ptr[at] == '\'') {
    at = after_blanks(line, after_quotes(line, at));
    return at < line.len && line.ptr[at] == ':' ? at : line.len;
  }
  for (; at < line.len; at++) {
    if (line.ptr[at] == ':' && is_blank(line, at + 1)) return at;
    if (line.ptr[at] == '#' && at > 0 && is_blank(line, at - 1)) break;
  }
  return line.len;
}

/* Skips a tag and an anchor. */
static size_t after_properties(ys_str line, size_t at) {
  while (at < line.len && (line.ptr[at] == '&' || line.ptr[at] == '!')) {
    while (!is_blank(line, at))
      at++;
    at = after_blanks(line, at);
  }
  return at;
}

/* Where the value of the node at `at` begins; the length of the line if it is
 * not there. */
static size_t value_after(ys_str line, size_t at, bool keyed) {
  const bool dash = line.ptr[at] == '-' && is_blank(line, at + 1);
  const size_t end = keyed ? colon_after(line, at) : dash ? at : line.len;
  if (end >= line.len) return line.len;
  at = after_properties(line, after_blanks(line, end + 1));
  return at < line.len && line.ptr[at] == '#' ? line.len : at;
}

uint32_t ys_underline_column(ys_str line, uint32_t column, bool keyed) {
  if (line.len > MOST_BYTES) line.len = MOST_BYTES;
  const size_t start = ys_utf8_column(line, column);
  if (column == 0 || start >= line.len) return column;
  const size_t at = value_after(line, start, keyed);
  if (at >= line.len) return column;
  return column +
         (uint32_t)ys_utf8_count((ys_str){line.ptr + start, at - start});
}

/* ---- ends ---------------------------------------------------------------- */

/* Whether `at` is inside of brackets that the line opens. */
static bool is_in_brackets(ys_str line, size_t at) {
  size_t depth = 0;
  for (size_t i = 0; i < at;) {
    const char c = line.ptr[i];
    if ((c == '"' || c == '\'') && depth > 0) {
      i = after_quotes(line, i);
      continue;
    }
    if (ys_is_in(c, "[{")) depth++;
    if (ys_is_in(c, "]}") && depth > 0) depth--;
    i++;
  }
  return depth > 0;
}

/* The end of a collection in brackets, or of the line. */
static size_t after_brackets(ys_str line, size_t at) {
  size_t depth = 0;
  while (at < line.len) {
    const char c = line.ptr[at];
    if (c == '"' || c == '\'') {
      at = after_quotes(line, at);
      continue;
    }
    at++;
    if (ys_is_in(c, "[{")) depth++;
    if (ys_is_in(c, "]}") && --depth == 0) return at;
  }
  return at;
}

/* The end of a plain scalar or key. */
static size_t after_plain(ys_str line, size_t at) {
  const bool flow = is_in_brackets(line, at);
  for (; at < line.len; at++) {
    const char c = line.ptr[at];
    if (c == ':' &&
        (is_blank(line, at + 1) || (flow && ys_is_in(line.ptr[at + 1], ",]}"))))
      break;
    if (c == '#' && at > 0 && is_blank(line, at - 1)) break;
    if (flow && ys_is_in(c, ",[]{}")) break;
  }
  return at;
}

static size_t after_token(ys_str line, size_t at) {
  const char c = line.ptr[at];
  if (c == '"' || c == '\'') return after_quotes(line, at);
  if (ys_is_in(c, "[{")) return after_brackets(line, at);
  if (c == '#') return line.len;
  if (ys_is_in(c, "-?") && is_blank(line, at + 1)) {
    const size_t item = after_blanks(line, at + 1);
    return item < line.len && line.ptr[item] != '#' ? after_plain(line, item)
                                                    : at + 1;
  }
  return after_plain(line, at);
}

uint32_t ys_underline_end(ys_str line, uint32_t column) {
  if (line.len > MOST_BYTES) line.len = MOST_BYTES;
  const size_t start = ys_utf8_column(line, column);
  if (column == 0 || start >= line.len) return 0;
  size_t end = after_token(line, start);
  if (end > line.len) end = line.len;
  while (end > start && is_blank(line, end - 1))
    end--;
  return end == start ? 0
                      : column + (uint32_t)ys_utf8_count(
                                     (ys_str){line.ptr + start, end - start});
}
