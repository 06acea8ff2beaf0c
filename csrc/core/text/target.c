#include "core/text/target.h"

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

/* Finds the colon behind the key at `at`; gives the length of the line if there
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

uint32_t ys_target_column(ys_str line, uint32_t column, bool keyed) {
  if (line.len > MOST_BYTES) line.len = MOST_BYTES;
  const size_t start = ys_utf8_column(line, column);
  if (column == 0 || start >= line.len) return column;
  const size_t at = value_after(line, start, keyed);
  if (at >= line.len) return column;
  return column +
         (uint32_t)ys_utf8_count((ys_str){line.ptr + start, at - start});
}
