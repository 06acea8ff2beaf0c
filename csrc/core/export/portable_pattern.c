#include "core/export/portable_pattern.h"

/* The state of reading a pattern. */
typedef struct reader {
  ys_str text;
  size_t at;
  bool repeatable;  /* a quantifier may follow */
  unsigned depth;   /* number of open groups */
  uint64_t looking; /* a bit for each open group that is a lookahead */
} reader;

enum { MOST_GROUPS = 63 };

static char peek(const reader *r, size_t ahead) {
  return r->at + ahead < r->text.len ? r->text.ptr[r->at + ahead] : '\0';
}

/* Reads what follows a `\`, in a class or outside. */
static bool read_escape(reader *r, const char *more) {
  const char c = peek(r, 1);
  if (c == 'x') {
    if (ys_hex_digit(peek(r, 2)) > 15 || ys_hex_digit(peek(r, 3)) > 15)
      return false;
    r->at += 4;
    return true;
  }
  if (!ys_is_in(c, "dDwWsSnrtf^$\\.*+?()[]{}|/") && !ys_is_in(c, more))
    return false;
  r->at += 2;
  return true;
}

static bool read_character(reader *r) {
  uint32_t code = 0;
  size_t len;
  if (r->at >= r->text.len) return false;
  len = ys_utf8_next(r->text, r->at, &code);
  r->at += len;
  return len > 0 && code >= 0x20;
}

/* Reads a `-`, which may stand only between characters or at either end. */
static bool read_dash(reader *r, bool first, bool after_set) {
  const bool last = peek(r, 1) == ']';
  if (!first && !last && (after_set || peek(r, 1) == '\\')) return false;
  r->at++;
  return true;
}

static bool read_class(reader *r) {
  bool first = true, after_set = false;
  r->at += peek(r, 1) == '^' ? 2 : 1;
  if (peek(r, 0) == ']') return false;
  for (; peek(r, 0) != ']'; first = false) {
    const char c = peek(r, 0);
    if (c == '[' && ys_is_in(peek(r, 1), ":.=")) return false;
    if (c == '-') {
      if (!read_dash(r, first, after_set)) return false;
    } else if (c == '\\') {
      after_set = ys_is_in(peek(r, 1), "dDwWsS");
      if (!read_escape(r, "-")) return false;
      continue;
    } else if (!read_character(r)) {
      return false;
    }
    after_set = false;
  }
  r->at++;
  r->repeatable = true;
  return true;
}

static bool read_group(reader *r) {
  bool looking = false;
  r->at++;
  if (peek(r, 0) == '*') return false; /* a verb such as (*COMMIT) */
  if (peek(r, 0) == '?') {
    if (!ys_is_in(peek(r, 1), ":=!")) return false;
    looking = peek(r, 1) != ':';
    r->at += 2;
  }
  if (r->depth == MOST_GROUPS) return false;
  r->depth++;
  r->looking = r->looking << 1 | (looking ? 1 : 0);
  r->repeatable = false;
  return true;
}

static bool read_group_end(reader *r) {
  if (r->depth == 0) return false;
  r->at++;
  r->repeatable = (r->looking & 1) == 0;
  r->looking >>= 1;
  r->depth--;
  return true;
}

static bool read_braces(reader *r) {
  r->at++;
  if (!ys_is_digit(peek(r, 0))) return false;
  while (ys_is_digit(peek(r, 0)))
    r->at++;
  if (peek(r, 0) == ',') r->at++;
  while (ys_is_digit(peek(r, 0)))
    r->at++;
  if (peek(r, 0) != '}') return false;
  r->at++;
  return true;
}

static bool read_quantifier(reader *r) {
  if (!r->repeatable) return false;
  r->repeatable = false;
  if (peek(r, 0) != '{')
    r->at++;
  else if (!read_braces(r))
    return false;
  if (peek(r, 0) == '?') r->at++;
  return true; /* a possessive `+` is found as a second quantifier */
}

static bool read_step(reader *r) {
  const char c = peek(r, 0);
  switch (c) {
  case '[': return read_class(r);
  case '(': return read_group(r);
  case ')': return read_group_end(r);
  case '*':
  case '+':
  case '?':
  case '{': return read_quantifier(r);
  case ']':
  case '}': return false;
  case '|':
  case '^':
  case '$':
    r->repeatable = false;
    r->at++;
    return true;
  case '\\':
    r->repeatable = !ys_is_in(peek(r, 1), "bB");
    return read_escape(r, "bB");
  default: r->repeatable = true; return read_character(r);
  }
}

bool ys_portable_pattern(ys_str pattern) {
  reader r = {.text = pattern};
  while (r.at < pattern.len)
    if (!read_step(&r)) return false;
  return r.depth == 0;
}

void ys_portable_quote(ys_buf *out, ys_str text) {
  for (size_t i = 0; i < text.len; i++) {
    if (ys_is_in(text.ptr[i], "^$\\.*+?()[]{}|")) ys_buf_char(out, '\\');
    ys_buf_char(out, text.ptr[i]);
  }
}
