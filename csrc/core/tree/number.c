#include "core/tree/number.h"

#include <math.h>

static double nearest(const ys_slot *slot) {
  if (slot->kind == YS_FLOAT) return ys_slot_number(slot);
  return (slot->flags & YS_SLOT_UNSIGNED) != 0 ? (double)slot->u.natural
                                               : (double)slot->u.integer;
}

static size_t write_integer(const ys_slot *slot, char *out) {
  uint64_t size = slot->u.natural;
  char reversed[20];
  size_t count = 0, at = 0;
  if ((slot->flags & YS_SLOT_UNSIGNED) == 0 && slot->u.integer < 0) {
    size = 0 - size;
    out[at++] = '-';
  }
  do {
    reversed[count++] = (char)('0' + size % 10);
    size /= 10;
  } while (size > 0);
  while (count > 0)
    out[at++] = reversed[--count];
  return at;
}

void ys_number_decimal(const ys_slot *slot, ys_number_text *text,
                       ys_decimal *out) {
  ys_str digits = {text->text, 0};
  if (ys_slot_is_exact(slot))
    digits = slot->u.exact->text;
  else if (slot->kind == YS_FLOAT)
    digits.len = ys_float_spell(slot->u.number, text->text);
  else
    digits.len = write_integer(slot, text->text);
  ys_decimal_read(digits, out);
}

/* Whether a slot is an infinity of its own, which no digits are. */
static bool is_infinite(const ys_slot *slot) {
  return slot->kind == YS_FLOAT && !ys_slot_is_exact(slot) &&
         isinf(slot->u.number);
}

/* The nearest double rises with the number, so digits are looked at only where
 * it is the same. */
ys_number_order ys_number_compare(const ys_slot *a, const ys_slot *b) {
  const double x = nearest(a), y = nearest(b);
  ys_number_text a_text, b_text;
  ys_decimal a_digits, b_digits;
  if (isnan(x) || isnan(y)) return YS_NUMBER_UNORDERED;
  if (x < y || x > y) return x < y ? YS_NUMBER_LESS : YS_NUMBER_GREATER;
  if (is_infinite(a) || is_infinite(b))
    return (x > 0) == is_infinite(a) ? YS_NUMBER_GREATER : YS_NUMBER_LESS;
  ys_number_decimal(a, &a_text, &a_digits);
  ys_number_decimal(b, &b_text, &b_digits);
  const int order = ys_decimal_cmp(&a_digits, &b_digits);
  return order == 0  ? YS_NUMBER_SAME
         : order < 0 ? YS_NUMBER_LESS
                     : YS_NUMBER_GREATER;
}

bool ys_number_short(const ys_slot *slot, uint64_t seed, ys_slot *out,
                     uint64_t *hash) {
  const uint64_t limit = (uint64_t)INT64_MAX + 1;
  ys_number_text text;
  ys_decimal digits;
  uint64_t size;
  ys_number_decimal(slot, &text, &digits);
  *out = (ys_slot){.kind = YS_INT};
  if (ys_decimal_natural(&digits, &size) &&
      (!digits.negative || size <= limit)) {
    out->u.natural = digits.negative ? 0 - size : size;
    if (!digits.negative && size >= limit) out->flags = YS_SLOT_UNSIGNED;
    return true;
  }
  *out = (ys_slot){.kind = YS_FLOAT, .u.number = slot->u.exact->nearest};
  if (isfinite(out->u.number) && ys_number_compare(slot, out) == YS_NUMBER_SAME)
    return true;
  *hash = ys_decimal_hash(seed, &digits);
  return false;
}
