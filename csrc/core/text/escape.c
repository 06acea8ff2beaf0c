#include "core/text/escape.h"

/* ---- characters ---------------------------------------------------------- */

static void add_hex(ys_buf *out, char letter, uint32_t code, int digits) {
  ys_buf_char(out, '\\');
  ys_buf_char(out, letter);
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
    ys_buf_char(out, "0123456789abcdef"[code >> shift & 15]);
}

void ys_escape_code(ys_buf *out, uint32_t code) {
  if (code < 0x100)
    add_hex(out, 'x', code, 2);
  else
    add_hex(out, 'u', code, 4);
}

bool ys_is_invisible(uint32_t code) {
  return (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069) || code == 0x200E ||
         code == 0x200F || code == 0x061C || code == 0x2028 || code == 0x2029 ||
         code == 0xFEFF;
}

size_t ys_escape_character(ys_buf *out, ys_str text, size_t at) {
  uint32_t code = 0;
  const size_t len = ys_utf8_next(text, at, &code);
  if (len == 0) {
    add_hex(out, 'x', (unsigned char)text.ptr[at], 2);
    return at + 1;
  }
  if (code == '\t')
    ys_buf_char(out, ' ');
  else if (code == '\n')
    ys_buf_cstr(out, "\\n");
  else if (code == '\r')
    ys_buf_cstr(out, "\\r");
  else if (code < 0x20 || (code >= 0x7F && code < 0xA0))
    add_hex(out, 'x', code, 2);
  else if (ys_is_invisible(code))
    add_hex(out, 'u', code, 4);
  else
    ys_buf_add(out, (ys_str){text.ptr + at, len});
  return at + len;
}

static bool is_ordinary(char c) {
  return c >= 0x20 && c < 0x7F;
}

bool ys_is_plain_line(ys_str text) {
  size_t at = 0;
  while (at < text.len && is_ordinary(text.ptr[at]))
    at++;
  return at == text.len;
}

void ys_escape_text(ys_buf *out, ys_str text, size_t most, size_t indent) {
  size_t at = 0, count = 0;
  while (at < text.len && count < most) {
    size_t end = at;
    while (end < text.len && count < most && is_ordinary(text.ptr[end]))
      end++, count++;
    ys_buf_add(out, (ys_str){text.ptr + at, end - at});
    at = end;
    if (at == text.len || count == most) break;
    count++;
    if (text.ptr[at] == '\n' && indent != SIZE_MAX) {
      ys_buf_char(out, '\n');
      ys_buf_repeat(out, ' ', indent);
      at++;
    } else {
      at = ys_escape_character(out, text, at);
    }
  }
  if (at < text.len) ys_buf_cstr(out, YS_ELLIPSIS);
}

/* ---- commands of CI systems ---------------------------------------------- */

/* The length of the white space at `at`, of any script: the runner of GitHub
 * takes all of it off the beginning of a line. */
static size_t space_at(ys_str text, size_t at) {
  uint32_t code = 0;
  const size_t len = ys_utf8_next(text, at, &code);
  const bool space = code == ' ' || code == '\t' || code == 0xA0 ||
                     code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
                     code == 0x202F || code == 0x205F || code == 0x3000;
  return space ? len : 0;
}

static char char_at(ys_str text, size_t at) {
  return at < text.len ? text.ptr[at] : '\0';
}

/* Whether `##[` or `##name[` begins at `at`. */
static bool is_marked(ys_str text, size_t at) {
  if (char_at(text, at) != '#' || char_at(text, at + 1) != '#') return false;
  at += 2;
  while (char_at(text, at) >= 'a' && char_at(text, at) <= 'z')
    at++;
  return char_at(text, at) == '[';
}

/* Where the first visible character of a line is. */
static size_t skip_space(ys_str text, size_t at) {
  for (size_t len; at < text.len && (len = space_at(text, at)) > 0;)
    at += len;
  return at;
}

bool ys_is_command(ys_str text, size_t at) {
  at = skip_space(text, at);
  return char_at(text, at) == ':' && char_at(text, at + 1) == ':';
}

/* Appends the beginning of a line that is a command, up to its first colon,
 * which is escaped. Returns where the rest begins. */
static size_t add_beginning(ys_buf *out, ys_str text, size_t at) {
  if (!ys_is_command(text, at)) return at;
  const size_t colon = skip_space(text, at);
  ys_buf_add(out, (ys_str){text.ptr + at, colon - at});
  add_hex(out, 'x', ':', 2);
  return colon + 1;
}

static size_t add_other(ys_buf *out, ys_str text, size_t at) {
  if (text.ptr[at] == '\t') {
    ys_buf_char(out, '\t');
    return at + 1;
  }
  if (text.ptr[at] != '#') return ys_escape_character(out, text, at);
  ys_buf_char(out, '#');
  if (!is_marked(text, at)) return at + 1;
  add_hex(out, 'x', '#', 2);
  return at + 2;
}

void ys_escape_lines(ys_buf *out, ys_str text) {
  size_t at = add_beginning(out, text, 0);
  while (at < text.len) {
    size_t end = at;
    while (end < text.len && is_ordinary(text.ptr[end]) && text.ptr[end] != '#')
      end++;
    ys_buf_add(out, (ys_str){text.ptr + at, end - at});
    at = end;
    if (at == text.len) break;
    if (text.ptr[at] == '\n') {
      ys_buf_char(out, '\n');
      at = add_beginning(out, text, at + 1);
    } else {
      at = add_other(out, text, at);
    }
  }
}
