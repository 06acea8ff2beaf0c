/* core/json/leaf.c - Reads the strings, numbers and words of a JSON text. */

#include "core/base/bytes.h"
#include "core/json/reader.h"
#include "core/scalar/scalar.h"

/* ---- characters ---------------------------------------------------------- */

/* Reads the escape `\u0000` at `at`, with four hexadecimal digits; returns
 * false if there is none. */
static bool hex_escape(const char *at, const char *end, uint32_t *code) {
  *code = 0;
  if (end - at < 6 || at[0] != '\\' || at[1] != 'u') return false;
  for (int i = 2; i < 6; i++) {
    const unsigned digit = ys_hex_digit(at[i]);
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
static const char *skip_escape(ys_json_reader *r, const char *at) {
  uint32_t code, second;
  if (r->end - at >= 2 && escaped(at[1]) != '\0') return at + 2;
  if (!hex_escape(at, r->end, &code))
    return ys_json_refuse(r, YS_JSON_ESCAPE, at);
  if (is_low(code) || (is_high(code) && (!hex_escape(at + 6, r->end, &second) ||
                                         !is_low(second))))
    return ys_json_refuse(r, YS_JSON_SURROGATE, at);
  return at + (is_high(code) ? 12 : 6);
}

/* Whether a character of two bytes begins at `at`, which is before `end`. */
static inline bool is_pair(const char *at, const char *end) {
  const unsigned char first = (unsigned char)*at;
  return first >= 0xC2 && first < 0xE0 && end - at > 1 &&
         ((unsigned char)at[1] & 0xC0) == 0x80;
}

/* Checks and skips characters beyond ASCII, as they mostly follow one another,
 * with or without a space between them. */
static const char *skip_beyond_ascii(ys_json_reader *r, const char *at) {
  const char *end = r->end;
  uint32_t code;
  while (at < end && (unsigned char)*at >= 0x80) {
    const size_t size =
        is_pair(at, end)
            ? 2
            : ys_utf8_next((ys_str){at, (size_t)(end - at)}, 0, &code);
    if (size == 0) return ys_json_refuse(r, YS_JSON_BYTES, at);
    r->origin += size - 1;
    at += size;
    if (end - at > 1 && *at == ' ' && (unsigned char)at[1] >= 0x80) at++;
  }
  return at;
}

/* Checks and skips an escape, or characters of their own. */
static const char *skip_other(ys_json_reader *r, const char *at) {
  if (*at == '\\') return skip_escape(r, at);
  if ((unsigned char)*at < 0x20) return ys_json_refuse(r, YS_JSON_CONTROL, at);
  return *at == 0x7F ? at + 1 : skip_beyond_ascii(r, at);
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
  *out = ys_utf8_write(*out, code);
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

/* Reads the rest of a string from `at` on, its first byte that is not plain.
 */
YS_APART static const char *read_rest(ys_json_reader *r, const char *start,
                                      const char *at, ys_str *out) {
  bool escapes = false;
  while (at < r->end && *at != '"') {
    escapes |= *at == '\\';
    at = skip_other(r, at);
    if (at == NULL) return NULL;
    at = ys_bytes_skip_plain(at, r->end);
  }
  if (at == r->end) return ys_json_refuse(r, YS_JSON_STRING, start - 1);
  *out = (ys_str){start, (size_t)(at - start)};
  const ys_status status =
      escapes ? decode(&r->space->arena, *out, out) : YS_OK;
  return status == YS_OK ? at + 1 : ys_json_fail(r, status);
}

const char *ys_json_string(ys_json_reader *r, const char *at, ys_str *out) {
  const char *start = at + 1;
  at = ys_bytes_skip_plain(start, r->end);
  if (at == r->end || *at != '"') return read_rest(r, start, at, out);
  *out = (ys_str){start, (size_t)(at - start)};
  return at + 1;
}

/* ---- numbers ------------------------------------------------------------- */

/* Any number with at most this many digits fits in 64 bits. */
enum { FEW_DIGITS = 18 };

/* Skips the digits at `at`; there must be at least one. */
static const char *skip_digits(ys_json_reader *r, const char *at) {
  if (at == r->end || !ys_is_digit(*at))
    return ys_json_refuse(r, YS_JSON_DIGIT, at);
  while (at < r->end && ys_is_digit(*at))
    at++;
  return at;
}

/* Skips a number's fraction and exponent, if there are any. */
static const char *skip_rest(ys_json_reader *r, const char *at) {
  if (at < r->end && *at == '.') {
    at = skip_digits(r, at + 1);
    if (at == NULL) return NULL;
  }
  if (at == r->end || (*at != 'e' && *at != 'E')) return at;
  at++;
  if (at < r->end && (*at == '-' || *at == '+')) at++;
  return skip_digits(r, at);
}

/* Reads an exponent. It is cut where no number has so many digits. */
static int64_t read_exponent(const char *at, const char *end) {
  enum { MOST = 1 << 28 };
  const bool negative = *at == '-';
  int64_t exponent = 0;
  for (; at < end; at++)
    if (ys_is_digit(*at) && exponent < MOST)
      exponent = exponent * 10 + *at - '0';
  return negative ? -exponent : exponent;
}

/* Whether a number with a point or an exponent is an integer that a double
 * holds exactly, as all up to 2^53 are: 80.0, 8e1 and 800E-1, but not
 * 0.99999999999999999999, whose double is 1. */
static bool is_whole(ys_str text) {
  const uint64_t most = (uint64_t)1 << 53;
  const char *end = text.ptr + text.len, *at = text.ptr;
  uint64_t value = 0;
  int64_t zeros = 0, exponent = 0; /* zeros: those after the digits so far */
  bool fraction = false;
  for (; at < end && *at != 'e' && *at != 'E'; at++) {
    fraction |= *at == '.';
    if (!ys_is_digit(*at)) continue;
    exponent -= fraction;
    zeros++;
    if (*at == '0') continue;
    for (; value > 0 && zeros > 1; zeros--)
      if ((value *= 10) > most) return false;
    zeros = 0;
    value = value * 10 + (uint64_t)(*at - '0');
    if (value > most) return false;
  }
  if (at < end) exponent += read_exponent(at + 1, end);
  if (value == 0) return true;
  for (exponent += zeros; exponent > 0; exponent--)
    if ((value *= 10) > most) return false;
  return exponent == 0;
}

/* Where numbers are compared exactly, they are what is written. */
static void note_whole(const ys_json_reader *r, ys_str text, ys_slot *slot) {
  if (slot->kind == YS_FLOAT && r->space->wide != YS_WIDE_EXACT &&
      is_whole(text))
    slot->flags |= YS_SLOT_WHOLE;
}

/* Reads the number as YAML does. Spellings that only YAML allows were refused
 * before. A whole number is an integer where one is wanted
 * (core/check/coerce.h).
 */
static ys_status set_number(ys_json_reader *r, ys_str text, ys_slot *slot) {
  if (ys_scalar_resolve_key(text, slot) == YS_SCALAR_OK) {
    note_whole(r, text, slot);
    YS_TRY(ys_scalar_widen(r->space, text, slot));
    return slot->kind == YS_STRING
               ? ys_slot_set_text(&r->space->arena, slot, text)
               : YS_OK;
  }
  const ys_scalar scalar = {.text = text,
                            .place = ys_json_place(r, text.ptr),
                            .plain = true,
                            .key = true};
  const ys_status status = ys_scalar_read(r->space, &scalar, slot);
  if (status != YS_INVALID) {
    note_whole(r, text, slot);
    return status;
  }
  r->invalid = true;
  return YS_OK;
}

/* Reads a number with many digits, a fraction or an exponent. `whole` is where
 * the digits of its integer end. */
YS_APART static const char *read_long_number(ys_json_reader *r,
                                             const char *start,
                                             const char *whole, ys_slot *slot) {
  const char *at = skip_rest(r, whole);
  if (at == NULL) return NULL;
  const ys_str text = {start, (size_t)(at - start)};
  const ys_status status = set_number(r, text, slot);
  return status == YS_OK ? at : ys_json_fail(r, status);
}

const char *ys_json_number(ys_json_reader *r, const char *at, ys_slot *slot) {
  const char *start = at, *end = r->end;
  const char *digits = *at == '-' ? at + 1 : at;
  uint64_t value = 0; /* it is not used where it is too large */
  for (at = digits; at < end && ys_is_digit(*at); at++)
    value = value * 10 + (uint64_t)(*at - '0');
  if (at == digits) return ys_json_refuse(r, YS_JSON_DIGIT, at);
  if (*digits == '0') at = digits + 1; /* no digit follows a zero in front */
  if (at - digits > FEW_DIGITS ||
      (at < end && (*at == '.' || *at == 'e' || *at == 'E')))
    return read_long_number(r, start, at, slot);
  if (*digits == '0') value = 0;
  slot->kind = YS_INT;
  slot->u.integer = digits > start ? -(int64_t)value : (int64_t)value;
  return at;
}

/* ---- words --------------------------------------------------------------- */

const char *ys_json_word(ys_json_reader *r, const char *at, ys_slot *slot) {
  const char *last = *at == 't' ? "true" : *at == 'f' ? "alse" : "null";
  const char *four = *at == 'f' ? at + 1 : at;
  if (r->end - four < 4 || memcmp(four, last, 4) != 0)
    return ys_json_refuse(r, YS_JSON_VALUE, at);
  slot->kind = *at == 'n' ? YS_NULL : YS_BOOL;
  if (*at != 'n') slot->u.boolean = *at == 't';
  return four + 4;
}
