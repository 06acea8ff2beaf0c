/* core/json/leaf.c - reads the strings, numbers and words of a JSON text. */

#include "core/json/reader.h"
#include "core/scalar/scalar.h"

/* ---- characters ---------------------------------------------------------- */

#define EACH(byte) ((byte)*UINT64_C(0x0101010101010101))

/* Not 0 if one of the eight bytes is 0. It may also be not 0 for other bytes,
 * which the caller then examines one by one. */
static inline uint64_t zeros(uint64_t bytes) {
  return (bytes - EACH(1)) & ~bytes;
}

/* Skips bytes that are characters of their own and need no decoding. */
static const char *skip_plain(const char *at, const char *end) {
  for (; end - at >= 8; at += 8) {
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    const uint64_t others = bytes | zeros(bytes ^ EACH('"')) |
                            zeros(bytes ^ EACH('\\')) |
                            ((bytes - EACH(0x20)) & ~bytes);
    if (others & EACH(0x80)) break;
  }
  while (at < end && *at != '"' && *at != '\\' && (unsigned char)*at >= 0x20 &&
         (unsigned char)*at < 0x80)
    at++;
  return at;
}

static unsigned hex_value(char c) {
  if (c >= '0' && c <= '9') return (unsigned)(c - '0');
  if (c >= 'a' && c <= 'f') return (unsigned)(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return (unsigned)(c - 'A' + 10);
  return 16;
}

/* Reads the escape `\u0000` at `at`, with four hexadecimal digits; returns
 * false if there is none. */
static bool hex_escape(const char *at, const char *end, uint32_t *code) {
  *code = 0;
  if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return false;
  for (int i = 2; i < 6; i++) {
    const unsigned digit = hex_value(at[i]);
    if (digit > 15) return false;
    *code = *code << 4 | digit;
  }
  return true;
}

static bool is_high(uint32_t code) {
  return code >= 0xD800 && code < 0xDC00;
}

static bool is_low(uint32_t code) {
  return code >= 0xDC00 && code < 0xE000;
}

/* Returns the character for the letter of a short escape, or 0 if there is
 * none. */
static char escaped(char c) {
  switch (c) {
  case '"':
  case '\\':
  case '/': return c;
  case 'b': return '\b';
  case 'f': return '\f';
  case 'n': return '\n';
  case 'r': return '\r';
  case 't': return '\t';
  default: return '\0';
  }
}

/* ---- strings ------------------------------------------------------------- */

/* Checks the escape at `at` and skips it. */
static ys_status skip_escape(ys_json_reader *r, const char **at) {
  uint32_t code, second;
  if (r->end - *at >= 2 && escaped((*at)[1]) != '\0') {
    *at += 2;
    return YS_OK;
  }
  if (!hex_escape(*at, r->end, &code))
    return ys_json_refuse(r, YS_JSON_ESCAPE, *at);
  if (is_low(code) ||
      (is_high(code) &&
       (!hex_escape(*at + 6, r->end, &second) || !is_low(second))))
    return ys_json_refuse(r, YS_JSON_SURROGATE, *at);
  *at += is_high(code) ? 12 : 6;
  return YS_OK;
}

/* Checks and skips an escape or a character of several bytes. */
static ys_status skip_other(ys_json_reader *r, const char **at) {
  uint32_t code;
  if (**at == '\\') return skip_escape(r, at);
  if ((unsigned char)**at < 0x20)
    return ys_json_refuse(r, YS_JSON_CONTROL, *at);
  const size_t size =
      ys_utf8_next((ys_str){*at, (size_t)(r->end - *at)}, 0, &code);
  if (size == 0) return ys_json_refuse(r, YS_JSON_BYTES, *at);
  r->extra += size - 1;
  *at += size;
  return YS_OK;
}

static char *put_utf8(char *out, uint32_t code) {
  if (code < 0x80) {
    *out++ = (char)code;
    return out;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  *out++ = (char)((0xF0u << (3 - more) & 0xFFu) | code >> (6 * more));
  for (int shift = 6 * (more - 1); shift >= 0; shift -= 6)
    *out++ = (char)(0x80 | (code >> shift & 0x3F));
  return out;
}

/* Writes the character for the escape at `at`; returns the end of the
 * escape. */
static const char *decode_escape(const char *at, const char *end, char **out) {
  uint32_t code, second;
  if (at[1] != 'u') {
    *(*out)++ = escaped(at[1]);
    return at + 2;
  }
  hex_escape(at, end, &code);
  at += 6;
  if (is_high(code)) {
    hex_escape(at, end, &second);
    at += 6;
    code = 0x10000 + ((code - 0xD800) << 10) + (second - 0xDC00);
  }
  *out = put_utf8(*out, code);
  return at;
}

/* Decodes a text whose escapes are all valid. The result is never longer. */
static ys_status decode(ys_arena *arena, ys_str raw, ys_str *decoded) {
  char *start = ys_arena_text(arena, raw.len), *out = start;
  const char *at = raw.ptr, *end = raw.ptr + raw.len;
  if (start == NULL) return YS_NOMEM;
  while (at < end) {
    const char *escape = memchr(at, '\\', (size_t)(end - at));
    const size_t plain = (size_t)((escape != NULL ? escape : end) - at);
    memcpy(out, at, plain);
    out += plain;
    at += plain;
    if (at < end) at = decode_escape(at, end, &out);
  }
  *decoded = (ys_str){start, (size_t)(out - start)};
  return YS_OK;
}

ys_status ys_json_string(ys_json_reader *r, ys_str *out) {
  const char *start = r->at + 1, *at = start;
  bool escapes = false;
  for (;;) {
    at = skip_plain(at, r->end);
    if (at == r->end) return ys_json_refuse(r, YS_JSON_STRING, r->at);
    if (*at == '"') break;
    escapes |= *at == '\\';
    YS_TRY(skip_other(r, &at));
  }
  *out = (ys_str){start, (size_t)(at - start)};
  r->at = at + 1;
  return escapes ? decode(&r->space->arena, *out, out) : YS_OK;
}

/* ---- numbers ------------------------------------------------------------- */

/* Any number with at most this many digits fits in 64 bits. */
enum { FEW_DIGITS = 18 };

static bool is_digit(const ys_json_reader *r, const char *at) {
  return at < r->end && *at >= '0' && *at <= '9';
}

/* Skips the digits at `*at`; there must be at least one. */
static ys_status skip_digits(ys_json_reader *r, const char **at) {
  if (!is_digit(r, *at)) return ys_json_refuse(r, YS_JSON_DIGIT, *at);
  while (is_digit(r, *at))
    ++*at;
  return YS_OK;
}

/* Skips a number's fraction and exponent, if there are any. */
static ys_status skip_rest(ys_json_reader *r, const char **at) {
  if (*at < r->end && **at == '.') {
    ++*at;
    YS_TRY(skip_digits(r, at));
  }
  if (*at == r->end || (**at != 'e' && **at != 'E')) return YS_OK;
  ++*at;
  if (*at < r->end && (**at == '-' || **at == '+')) ++*at;
  return skip_digits(r, at);
}

static void set_few_digits(const char *at, const char *end, bool negative,
                           ys_slot *slot) {
  int64_t value = 0;
  for (; at < end; at++)
    value = value * 10 + (*at - '0');
  slot->kind = YS_INT;
  slot->u.integer = negative ? -value : value;
}

/* Reads the number as YAML does. Spellings that only YAML allows were refused
 * before. */
static ys_status set_number(ys_json_reader *r, ys_str text, ys_place place,
                            ys_slot *slot) {
  if (ys_scalar_resolve_key(text, slot) == YS_SCALAR_OK) return YS_OK;
  const ys_scalar scalar = {
      .text = text, .place = place, .plain = true, .key = true};
  const ys_status status = ys_scalar_read(r->space, &scalar, slot);
  if (status != YS_INVALID) return status;
  r->invalid = true;
  return YS_OK;
}

ys_status ys_json_number(ys_json_reader *r, ys_slot *slot) {
  const char *start = r->at, *at = start;
  const ys_place place = ys_json_place(r);
  const bool negative = *at == '-';
  if (negative) at++;
  const char *digits = at;
  if (at < r->end && *at == '0')
    at++;
  else
    YS_TRY(skip_digits(r, &at));
  const char *whole = at;
  YS_TRY(skip_rest(r, &at));
  r->at = at;
  if (at == whole && at - digits <= FEW_DIGITS) {
    set_few_digits(digits, at, negative, slot);
    return YS_OK;
  }
  return set_number(r, (ys_str){start, (size_t)(at - start)}, place, slot);
}

/* ---- words --------------------------------------------------------------- */

ys_status ys_json_word(ys_json_reader *r, ys_slot *slot) {
  const char c = *r->at;
  const ys_str rest = {r->at, (size_t)(r->end - r->at)};
  const ys_str word = c == 't'   ? YS_STR("true")
                      : c == 'f' ? YS_STR("false")
                                 : YS_STR("null");
  if (!ys_str_starts(rest, word))
    return ys_json_refuse(r, YS_JSON_VALUE, r->at);
  r->at += word.len;
  slot->kind = c == 'n' ? YS_NULL : YS_BOOL;
  if (c != 'n') slot->u.boolean = c == 't';
  return YS_OK;
}
