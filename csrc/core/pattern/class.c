/* core/pattern/class.c - Classes of characters (core/pattern/reader.h). */

#include "core/pattern/reader.h"

/* Reads a character of a class, or a class in it. */
static bool take_atom(ys_ecma_reader *r, ys_ecma_atom *out) {
  const size_t from = r->at;
  if (ys_ecma_peek(r, 0) == '\\') return ys_ecma_escape(r, true, out);
  *out = (ys_ecma_atom){.code = 0};
  const size_t width = ys_utf8_next(r->text, r->at, &out->code);
  if (width == 0)
    return ys_ecma_fail(r, "a character that is not UTF-8", r->at);
  r->at += width;
  out->text = (ys_str){r->text.ptr + from, width};
  if (out->code == '[') out->text = YS_STR("\\[");
  if (out->code == '^') out->text = YS_STR("\\^");
  if (out->code == 0) out->text = YS_STR("\\x{0}");
  return true;
}

/* A hyphen that stands for itself may look like a range in PCRE2. */
static void add_atom(ys_ecma_reader *r, const ys_ecma_atom *atom, bool edge) {
  const bool hyphen = !atom->is_class && atom->code == '-' && !edge;
  if (!atom->half) ys_buf_add(r->out, hyphen ? YS_STR("\\-") : atom->text);
}

/* Writes a range; halves of surrogate pairs are no characters of PCRE2. */
static bool add_range(ys_ecma_reader *r, ys_ecma_atom *low, ys_ecma_atom *high,
                      size_t from) {
  if (low->code > high->code)
    return ys_ecma_fail(r, "a range out of order: ", from);
  if (low->half && high->half) return true;
  if (low->half) {
    low->half = false;
    low->text = YS_STR("\\x{e000}");
  }
  if (high->half) {
    high->half = false;
    high->text = YS_STR("\\x{d7ff}");
  }
  add_atom(r, low, false);
  ys_buf_char(r->out, '-');
  add_atom(r, high, false);
  return true;
}

/* Reads a character, a range, or two classes with a hyphen between them. */
static bool take_part(ys_ecma_reader *r, bool first) {
  ys_ecma_atom low, high;
  const size_t from = r->at;
  if (!take_atom(r, &low)) return false;
  const char next = ys_ecma_peek(r, 1);
  if (ys_ecma_peek(r, 0) != '-' || r->at + 1 >= r->text.len || next == ']') {
    add_atom(r, &low, first || ys_ecma_peek(r, 0) == ']');
    return true;
  }
  r->at++;
  if (!take_atom(r, &high)) return false;
  if (!low.is_class && !high.is_class) return add_range(r, &low, &high, from);
  add_atom(r, &low, false);
  ys_buf_cstr(r->out, "\\-");
  add_atom(r, &high, false);
  return true;
}

/* Whether a class matches every character, such as `[\s\S]`. */
static bool is_whole(ys_str text) {
  return text.len == 6 && text.ptr[1] == '\\' && text.ptr[3] == '\\' &&
         strchr("sSdDwW", text.ptr[2]) != NULL &&
         (text.ptr[2] ^ text.ptr[4]) == ('s' ^ 'S');
}

bool ys_ecma_class(ys_ecma_reader *r) {
  const size_t from = r->at++, before = r->out->len;
  const bool negated = ys_ecma_take(r, "^");
  ys_buf_cstr(r->out, negated ? "[^" : "[");
  const size_t begin = r->at, empty = r->out->len;
  while (ys_ecma_peek(r, 0) != ']') {
    if (r->at >= r->text.len) {
      r->at = from;
      return ys_ecma_fail(r, "a [ without its ]", from);
    }
    if (!take_part(r, r->at == begin)) return false;
  }
  r->at++;
  const bool whole = is_whole((ys_str){r->text.ptr + from, r->at - from});
  if (!whole && r->out->len > empty) {
    ys_buf_char(r->out, ']');
    return true;
  }
  r->out->len = before;
  ys_buf_cstr(r->out, whole || negated ? "(?s:.)" : "(?!)");
  return true;
}
