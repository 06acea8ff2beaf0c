/* core/annotation/literal_text.c - Reads strings in all kinds of quotes, as
 * Starlark spells them. */

#include "core/annotation/literal_parts.h"

/* Reads a number of `least` to `most` digits. */
static bool read_digits(const char **at, const char *end, unsigned base,
                        int least, int most, uint32_t *out) {
  uint32_t number = 0;
  int count = 0;
  while (count < most && *at < end && ys_hex_digit(**at) < base) {
    number = number * base + ys_hex_digit(*(*at)++);
    count++;
  }
  *out = number;
  return count >= least;
}

/* Reads a numeric escape after its backslash, by the rules of Starlark. */
static bool numeric_escape(const char **at, const char *end, uint32_t *out) {
  switch (**at) {
  case 'x': ++*at; return read_digits(at, end, 16, 2, 2, out) && *out < 0x80;
  case 'u':
    ++*at;
    return read_digits(at, end, 16, 4, 4, out) &&
           (*out < 0xD800 || *out > 0xDFFF);
  case 'U':
    ++*at;
    return read_digits(at, end, 16, 8, 8, out) && *out <= 0x10FFFF &&
           (*out < 0xD800 || *out > 0xDFFF);
  default: return read_digits(at, end, 8, 1, 3, out) && *out < 0x80;
  }
}

/* Writes the character for the escape at `*at`, which is after the
 * backslash. */
static bool read_escape(const char **at, const char *end, char **out) {
  static const char letters[] = "abfnrtv\\'\"";
  static const char meanings[] = "\a\b\f\n\r\t\v\\'\"";
  uint32_t c;
  if (*at == end) return false;
  const char *letter = **at == '\0' ? NULL : strchr(letters, **at);
  if (letter != NULL) {
    *(*out)++ = meanings[letter - letters];
    ++*at;
    return true;
  }
  if (**at == '\n') { /* an escaped line break is left out */
    ++*at;
    return true;
  }
  if (!numeric_escape(at, end, &c)) return false;
  *out = ys_utf8_write(*out, c);
  return true;
}

/* Finds the closing quotes of a string whose content begins here. */
static const char *find_close(const ys_literal_reader *r, char quote,
                              size_t quotes) {
  for (const char *at = r->at; at < r->end; at++) {
    if (*at == '\\') {
      if (++at == r->end) return NULL;
    } else if (*at == quote) {
      if (quotes == 1) return at;
      if (r->end - at >= 3 && at[1] == quote && at[2] == quote) return at;
    }
  }
  return NULL;
}

bool ys_literal_at_text(const ys_literal_reader *r, bool *raw) {
  *raw = ys_literal_peek(r, 0) == 'r' &&
         (ys_literal_peek(r, 1) == '"' || ys_literal_peek(r, 1) == '\'');
  return *raw || ys_literal_peek(r, 0) == '"' || ys_literal_peek(r, 0) == '\'';
}

/* The room for the result is that of the source text, because an escape is
 * never shorter than its character. */
bool ys_literal_text(ys_literal_reader *r, bool raw, ys_str *out) {
  if (raw) r->at++;
  const char quote = *r->at;
  const size_t quotes =
      ys_literal_peek(r, 1) == quote && ys_literal_peek(r, 2) == quote ? 3 : 1;
  r->at += quotes;
  const char *close = find_close(r, quote, quotes), *at = r->at;
  if (close == NULL) return false;
  char *text = ys_arena_text(&r->space->arena, (size_t)(close - at));
  char *end = text;
  if (text == NULL) return ys_literal_out_of_memory(r);
  while (at < close) {
    if (*at != '\\' || raw) {
      *end++ = *at++;
      continue;
    }
    at++;
    if (!read_escape(&at, close, &end)) return false;
  }
  *out = (ys_str){text, (size_t)(end - text)};
  r->at = close + quotes;
  ys_literal_skip_blanks(r);
  return out->len <= UINT32_MAX;
}
