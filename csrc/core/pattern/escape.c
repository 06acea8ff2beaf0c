/* core/pattern/escape.c - Escapes of characters and classes
 * (core/pattern/reader.h). */

#include "core/pattern/reader.h"

/* In ECMA-262, \s matches all spaces and line ends of Unicode. */
#define SPACES                                                                 \
  "\\s\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}"          \
  "\\x{205f}\\x{3000}\\x{feff}"
#define NO_SPACES                                                              \
  "\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}"                \
  "\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}"                  \
  "\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}"                  \
  "\\x{ff00}-\\x{10ffff}"

/* Reads exactly `count` hexadecimal digits at a distance. */
static bool hex_at(const ys_ecma_reader *r, size_t distance, int count,
                   uint32_t *out) {
  *out = 0;
  for (int i = 0; i < count; i++) {
    const unsigned value = ys_hex_digit(ys_ecma_peek(r, distance + (size_t)i));
    if (value > 15) return false;
    *out = *out * 16 + value;
  }
  return true;
}

static bool character(ys_ecma_atom *out, uint32_t code) {
  static const char digits[] = "0123456789abcdef";
  size_t at = sizeof out->own;
  uint32_t rest = code;
  out->own[--at] = '}';
  do {
    out->own[--at] = digits[rest % 16];
    rest /= 16;
  } while (rest > 0);
  at -= 3;
  memcpy(out->own + at, "\\x{", 3);
  out->code = code;
  out->half = code >= 0xD800 && code < 0xE000;
  out->text = (ys_str){out->own + at, sizeof out->own - at};
  return true;
}

static bool class_of(ys_ecma_atom *out, const char *text) {
  out->is_class = true;
  out->text = ys_cstr(text);
  return true;
}

/* Reads `{1F600}` after `\u`. */
static bool braced_code(ys_ecma_reader *r, uint32_t *out) {
  size_t i = 1;
  *out = 0;
  for (unsigned value; (value = ys_hex_digit(ys_ecma_peek(r, i))) < 16; i++) {
    *out = *out * 16 + value;
    if (*out > 0x10FFFF) return false;
  }
  if (i == 1 || ys_ecma_peek(r, i) != '}') return false;
  r->at += i + 1;
  return true;
}

/* Reads what follows `\u`. */
static bool unicode(ys_ecma_reader *r, ys_ecma_atom *out) {
  uint32_t code, low;
  if (ys_ecma_peek(r, 0) == '{') {
    if (!braced_code(r, &code))
      return ys_ecma_fail(r, "\\u{ without the number of a character", r->at);
    return character(out, code);
  }
  if (!hex_at(r, 0, 4, &code))
    return ys_ecma_fail(r, "\\u without four hexadecimal digits", r->at);
  r->at += 4;
  if (code >= 0xD800 && code < 0xDC00 && ys_ecma_sees(r, "\\u") &&
      hex_at(r, 2, 4, &low) && low >= 0xDC00 && low < 0xE000) {
    r->at += 6;
    code = 0x10000 + (code - 0xD800) * 0x400 + (low - 0xDC00);
  }
  return character(out, code);
}

/* Reads what follows `\p` or `\P`. */
static bool property(ys_ecma_reader *r, size_t from, bool negated,
                     ys_ecma_atom *out) {
  const char *begin = r->text.ptr + r->at + 1;
  const char *end = ys_ecma_peek(r, 0) != '{'
                        ? NULL
                        : memchr(begin, '}', r->text.len - r->at - 1);
  if (end == NULL)
    return ys_ecma_fail(r, "\\p without a name in braces", r->at);
  r->at += (size_t)(end - begin) + 2;
  if (!ys_ecma_property((ys_str){begin, (size_t)(end - begin)}, negated, out))
    return ys_ecma_fail(r, "Unicode has no property ", from);
  return true;
}

/* Reads the escapes that have digits or a letter after their own. */
static bool numbered(ys_ecma_reader *r, char c, size_t from,
                     ys_ecma_atom *out) {
  uint32_t code;
  const char next = ys_ecma_peek(r, 0);
  if (c == 'x') {
    if (!hex_at(r, 0, 2, &code))
      return ys_ecma_fail(r, "\\x without two hexadecimal digits", r->at);
    r->at += 2;
    return character(out, code);
  }
  if (c == 'c') {
    if (!ys_is_letter(next))
      return ys_ecma_fail(r, "\\c without a letter", r->at);
    r->at++;
    return character(out, (uint32_t)next & 31);
  }
  if (ys_is_digit(next)) {
    r->at++;
    return ys_ecma_fail(r, "the octal number ", from);
  }
  return character(out, 0);
}

/* Reads the escape of a character that stands for itself. */
static bool identity(ys_ecma_reader *r, size_t from, ys_ecma_atom *out) {
  const char c = ys_ecma_peek(r, 0);
  uint32_t code;
  const size_t width =
      r->at < r->text.len ? ys_utf8_next(r->text, r->at, &code) : 0;
  r->at += width;
  if (width == 0 || ys_is_digit(c) || ys_is_letter(c))
    return ys_ecma_fail(r, "the escape ", from);
  if (width > 1 || c < ' ') return character(out, code);
  out->code = code;
  out->text = (ys_str){r->text.ptr + from, 2};
  return true;
}

bool ys_ecma_escape(ys_ecma_reader *r, bool in_class, ys_ecma_atom *out) {
  static const char controls[] = "tnvfr"; /* from 9 on */
  const size_t from = r->at;
  *out = (ys_ecma_atom){.code = 0};
  const char c = ys_ecma_peek(r, 1);
  const char *control = c == '\0' ? NULL : strchr(controls, c);
  r->at++;
  if (control != NULL || (c == 'b' && in_class)) {
    character(out, c == 'b' ? 8 : 9 + (uint32_t)(control - controls));
    if (c != 'b' && c != 'v') out->text = (ys_str){r->text.ptr + from, 2};
    r->at++;
    return true;
  }
  if (c == '\0' || strchr("uxc0pPsSdDwW", c) == NULL)
    return identity(r, from, out);
  r->at++;
  switch (c) {
  case 'u': return unicode(r, out);
  case 'p':
  case 'P': return property(r, from, c == 'P', out);
  case 's': return class_of(out, in_class ? SPACES : "[" SPACES "]");
  case 'S': return class_of(out, in_class ? NO_SPACES : "[^" SPACES "]");
  case 'd': return class_of(out, "\\d");
  case 'D': return class_of(out, "\\D");
  case 'w': return class_of(out, "\\w");
  case 'W': return class_of(out, "\\W");
  default: return numbered(r, c, from, out);
  }
}
