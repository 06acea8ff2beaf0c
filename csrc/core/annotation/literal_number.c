/* core/annotation/literal_number.c - Reads integers and floats as Starlark
 * spells them. */

#include "core/annotation/literal_parts.h"
#include "core/scalar/scalar.h"

#include <float.h>

static bool set_integer(ys_slot *out, uint64_t number, bool negative) {
  const uint64_t most = (uint64_t)INT64_MAX;
  out->kind = YS_INT;
  if (negative) {
    if (number > most + 1) return false;
    out->u.integer = number > most ? INT64_MIN : -(int64_t)number;
  } else if (number > most) {
    out->flags |= YS_SLOT_UNSIGNED;
    out->u.natural = number;
  } else {
    out->u.integer = (int64_t)number;
  }
  return true;
}

static bool read_integer(ys_str digits, unsigned base, bool negative,
                         ys_slot *out) {
  uint64_t number = 0;
  for (size_t i = 0; i < digits.len; i++) {
    const unsigned digit = ys_hex_digit(digits.ptr[i]);
    if (digit >= base) return false;
    if (number > (UINT64_MAX - digit) / base) return false;
    number = number * base + digit;
  }
  return digits.len > 0 && set_integer(out, number, negative);
}

static bool read_float(ys_str text, bool negative, ys_slot *out) {
  double number;
  if (!ys_float_read(text, &number) || !(number <= DBL_MAX)) return false;
  out->kind = YS_FLOAT;
  out->u.number = negative ? -number : number;
  return true;
}

/* Takes the characters of a number, with the sign of its exponent. */
static ys_str take_number(ys_literal_reader *r, bool *decimal) {
  const char *start = r->at;
  const bool prefixed = ys_literal_peek(r, 0) == '0' &&
                        ys_literal_is_name_start(ys_literal_peek(r, 1)) &&
                        ys_literal_peek(r, 1) != 'e' &&
                        ys_literal_peek(r, 1) != 'E';
  *decimal = true;
  for (; r->at < r->end; r->at++) {
    const char c = *r->at;
    if (c == '.' && !prefixed)
      *decimal = false;
    else if ((c == '+' || c == '-') && !prefixed && r->at > start &&
             (r->at[-1] == 'e' || r->at[-1] == 'E'))
      *decimal = false;
    else if (!ys_literal_is_name(c))
      break;
    else if ((c == 'e' || c == 'E') && !prefixed)
      *decimal = false;
  }
  return (ys_str){start, (size_t)(r->at - start)};
}

bool ys_literal_number(ys_literal_reader *r, ys_slot *out) {
  const bool negative = *r->at == '-';
  bool decimal;
  if (*r->at == '-' || *r->at == '+') ys_literal_take(r, *r->at);
  if (!ys_is_digit(ys_literal_peek(r, 0)) &&
      !(ys_literal_peek(r, 0) == '.' && ys_is_digit(ys_literal_peek(r, 1))))
    return false;
  const ys_str text = take_number(r, &decimal);
  ys_literal_skip_blanks(r);
  if (!decimal) return read_float(text, negative, out);
  if (text.len == 1 || text.ptr[0] != '0')
    return read_integer(text, 10, negative, out);
  const ys_str digits = {text.ptr + 2, text.len - 2};
  switch (text.ptr[1]) {
  case 'x':
  case 'X': return read_integer(digits, 16, negative, out);
  case 'o':
  case 'O': return read_integer(digits, 8, negative, out);
  case 'b':
  case 'B': return read_integer(digits, 2, negative, out);
  default: return false;
  }
}
