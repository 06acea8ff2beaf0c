#include "core/scalar/quote.h"

#include "core/base/decimal.h"
#include "core/text/escape.h"

/* ---- properties of a text ------------------------------------------------ */

/* Whether a character cannot stand unescaped in a YAML text on one line.
 * Parsers take NEL, LS and PS for line breaks, terminals act on others;
 * characters beyond the BMP are escaped as in ytt. */
static bool needs_escape(uint32_t c) {
  if (c < 0x80) return c < 0x20 || c == 0x7F;
  return c < 0xA0 || ys_is_invisible(c) || c > 0xFFFD;
}

/* The characters that a text contains. */
typedef struct sight {
  bool invalid; /* bytes that are not UTF-8 */
  bool escape;  /* a character that must be escaped */
  bool tab, line_feed;
  bool clash;   /* `: ` or ` #` */
  bool command; /* a line that a CI system would take for a command */
} sight;

/* Whether a character is printable ASCII and never needs a closer look. */
static bool is_ordinary(unsigned char c) {
  return c > ' ' && c < 0x7F && c != ':' && c != '#';
}

/* Examines a character that is not ordinary; returns its size in bytes. */
static size_t look(sight *s, ys_str text, size_t at) {
  uint32_t code = 0;
  size_t len;
  switch (text.ptr[at]) {
  case ' ': return 1;
  case '\t': s->tab = true; return 1;
  case '\n':
    s->line_feed = true;
    s->command |= ys_is_command(text, at + 1);
    return 1;
  case ':':
    s->clash |= at + 1 == text.len || ys_is_blank(text.ptr[at + 1]);
    return 1;
  case '#': s->clash |= at == 0 || ys_is_blank(text.ptr[at - 1]); return 1;
  default: break;
  }
  len = ys_utf8_next(text, at, &code);
  if (len == 0) s->invalid = true;
  s->escape |= len == 0 || needs_escape(code);
  return len > 0 ? len : 1;
}

static sight look_at(ys_str text) {
  sight s = {.command = ys_is_command(text, 0)};
  for (size_t at = 0; at < text.len && !s.invalid;)
    at += is_ordinary((unsigned char)text.ptr[at]) ? 1 : look(&s, text, at);
  return s;
}

/* ---- texts that readers take for another type ---------------------------- */

/* YYYY-M-D, alone or with a time: other readers take it for a date. */
static bool is_date(ys_str text) {
  if (ys_digits_end(text, 0) != 4) return false;
  size_t at = 4;
  for (int part = 0; part < 2; part++) {
    if (at == text.len || text.ptr[at] != '-') return false;
    const size_t digits = ys_digits_end(text, at + 1) - at - 1;
    if (digits < 1 || digits > 2) return false;
    at += 1 + digits;
  }
  return at == text.len || text.ptr[at] == 'T' || text.ptr[at] == 't' ||
         ys_is_blank(text.ptr[at]);
}

/* 1:30, 190:20:30.15, .5_0, 0x_: some readers of YAML 1.1 take these for
 * numbers. */
static bool is_odd_number(ys_str text) {
  bool odd = false;
  for (size_t i = 0; i < text.len; i++) {
    char c = text.ptr[i];
    odd |= c == ':' || c == '_';
    if (!ys_is_digit(c) && (c == '\0' || strchr("+-.:_eExb", c) == NULL))
      return false;
  }
  return odd;
}

/* Whether some reader would take the plain text for something else than a
 * string. */
static bool is_ambiguous(ys_str text) {
  ys_slot slot = {.kind = YS_STRING};
  if (ys_scalar_resolve(text, &slot) != YS_SCALAR_OK || slot.kind != YS_STRING)
    return true;
  char c = text.ptr[0];
  if (ys_is_digit(c) || c == '-' || c == '+' || c == '.')
    return is_date(text) || is_odd_number(text);
  return ys_str_eq(text, YS_STR("<<")) || ys_str_eq(text, YS_STR("="));
}

/* Whether the text, on one line, is not a valid plain scalar. */
static bool is_unsafe(ys_str text, bool clash) {
  char first = text.ptr[0];
  if (clash || first == ' ' || text.ptr[text.len - 1] == ' ') return true;
  if (first != '\0' && strchr(",[]{}#&*!|>'\"%@`?:", first) != NULL)
    return true;
  if (first == '-' && (text.len == 1 || text.ptr[1] == ' ')) return true;
  return ys_str_starts(text, YS_STR("---")) ||
         ys_str_starts(text, YS_STR("..."));
}

ys_style ys_quote_style(ys_str text) {
  if (text.len == 0) return YS_STYLE_DOUBLE;
  const sight s = look_at(text);
  if (s.invalid) return YS_STYLE_BINARY;
  if (s.escape) return YS_STYLE_DOUBLE;
  if (s.line_feed) return s.command ? YS_STYLE_DOUBLE : YS_STYLE_LITERAL;
  if (s.tab || is_ambiguous(text)) return YS_STYLE_DOUBLE;
  return is_unsafe(text, s.clash) ? YS_STYLE_SINGLE : YS_STYLE_PLAIN;
}

/* ---- writing ------------------------------------------------------------- */

static void add_single(ys_buf *out, ys_str text) {
  ys_buf_char(out, '\'');
  size_t start = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] != '\'') continue;
    ys_buf_add(out, (ys_str){text.ptr + start, i + 1 - start});
    start = i; /* the next part begins with this quote, which doubles it */
  }
  ys_buf_add(out, (ys_str){text.ptr + start, text.len - start});
  ys_buf_char(out, '\'');
}

static void add_hex(ys_buf *out, uint32_t code, int digits) {
  while (digits-- > 0)
    ys_buf_char(out, "0123456789ABCDEF"[code >> (4 * digits) & 15]);
}

static void add_escape(ys_buf *out, uint32_t code) {
  static const char codes[] = "\0\a\b\t\n\v\f\r\x1B\"\\";
  static const char names[] = "0abtnvfre\"\\";
  ys_buf_char(out, '\\');
  const char *known = code < 0x80 ? memchr(codes, (int)code, 11) : NULL;
  if (known != NULL) {
    ys_buf_char(out, names[known - codes]);
  } else if (code < 0x100) {
    ys_buf_char(out, 'x');
    add_hex(out, code, 2);
  } else if (code < 0x10000) {
    ys_buf_char(out, 'u');
    add_hex(out, code, 4);
  } else {
    ys_buf_char(out, 'U');
    add_hex(out, code, 8);
  }
}

static void add_double(ys_buf *out, ys_str text) {
  ys_buf_char(out, '"');
  size_t start = 0;
  for (size_t at = 0; at < text.len;) {
    uint32_t code = 0;
    size_t len = ys_utf8_next(text, at, &code);
    if (code == '"' || code == '\\' || needs_escape(code)) {
      ys_buf_add(out, (ys_str){text.ptr + start, at - start});
      add_escape(out, code);
      start = at + len;
    }
    at += len;
  }
  ys_buf_add(out, (ys_str){text.ptr + start, text.len - start});
  ys_buf_char(out, '"');
}

/* YAML texts are Unicode, so other bytes are written as base64. */
static void add_binary(ys_buf *out, ys_str text) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "abcdefghijklmnopqrstuvwxyz0123456789+/";
  ys_buf_cstr(out, "!!binary \"");
  for (size_t i = 0; i < text.len; i += 3) {
    size_t left = text.len - i;
    uint32_t bits = (uint32_t)(unsigned char)text.ptr[i] << 16;
    if (left > 1) bits |= (uint32_t)(unsigned char)text.ptr[i + 1] << 8;
    if (left > 2) bits |= (unsigned char)text.ptr[i + 2];
    ys_buf_char(out, digits[bits >> 18]);
    ys_buf_char(out, digits[bits >> 12 & 63]);
    ys_buf_char(out, left > 1 ? digits[bits >> 6 & 63] : '=');
    ys_buf_char(out, left > 2 ? digits[bits & 63] : '=');
  }
  ys_buf_char(out, '"');
}

void ys_quote(ys_buf *out, ys_str text, ys_style style) {
  switch (style) {
  case YS_STYLE_PLAIN: ys_buf_add(out, text); break;
  case YS_STYLE_SINGLE: add_single(out, text); break;
  case YS_STYLE_DOUBLE:
  case YS_STYLE_LITERAL: add_double(out, text); break;
  case YS_STYLE_BINARY: add_binary(out, text); break;
  }
}

void ys_quote_literal_header(ys_buf *out, ys_str text) {
  char first = text.ptr[0];
  ys_buf_char(out, '|');
  if (ys_is_blank(first) || first == '\n') ys_buf_char(out, '2');
  if (text.ptr[text.len - 1] != '\n')
    ys_buf_char(out, '-');
  else if (text.len == 1 || text.ptr[text.len - 2] == '\n')
    ys_buf_char(out, '+');
}

void ys_quote_literal_lines(ys_buf *out, ys_str text, size_t indent) {
  for (size_t at = 0; at < text.len;) {
    const char *start = text.ptr + at;
    const char *end = memchr(start, '\n', text.len - at);
    size_t len = end == NULL ? text.len - at : (size_t)(end - start);
    if (len > 0) ys_buf_repeat(out, ' ', indent);
    ys_buf_add(out, (ys_str){start, len});
    ys_buf_char(out, '\n');
    at += len + 1;
  }
}
