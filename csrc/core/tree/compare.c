#include "core/tree/compare.h"

#include "core/tree/number.h"

#include <math.h>

#define TWO_TO_63 9223372036854775808.0
#define TWO_TO_64 18446744073709551616.0

static ys_order reverse(ys_order order) {
  if (order == YS_LESS) return YS_GREATER;
  return order == YS_GREATER ? YS_LESS : order;
}

static bool is_natural(const ys_slot *slot) {
  return (slot->flags & YS_SLOT_UNSIGNED) != 0;
}

static ys_order order_integers(const ys_slot *a, const ys_slot *b) {
  if (is_natural(a) != is_natural(b))
    return is_natural(a) ? YS_GREATER : YS_LESS;
  if (is_natural(a)) {
    if (a->u.natural == b->u.natural) return YS_SAME;
    return a->u.natural < b->u.natural ? YS_LESS : YS_GREATER;
  }
  if (a->u.integer == b->u.integer) return YS_SAME;
  return a->u.integer < b->u.integer ? YS_LESS : YS_GREATER;
}

/* Truncates the double to an integer, which is exact in the range of integers.
 * If the integers are equal, the truncated fraction decides. */
static ys_order order_integer_float(const ys_slot *a, double b) {
  ys_slot whole = {0};
  ys_order order;
  if (isnan(b)) return YS_UNORDERED;
  if (b >= TWO_TO_64) return YS_LESS;
  if (b < -TWO_TO_63) return YS_GREATER;
  whole.kind = YS_INT;
  if (b >= TWO_TO_63) {
    whole.flags = YS_SLOT_UNSIGNED;
    whole.u.natural = (uint64_t)b;
  } else {
    whole.u.integer = (int64_t)b;
  }
  order = order_integers(a, &whole);
  if (order != YS_SAME) return order;
  if (b > trunc(b)) return YS_LESS;
  return b < trunc(b) ? YS_GREATER : YS_SAME;
}

static ys_order order_floats(double a, double b) {
  if (isnan(a) || isnan(b)) return YS_UNORDERED;
  if (a < b) return YS_LESS;
  return a > b ? YS_GREATER : YS_SAME;
}

static ys_order order_digits(const ys_slot *a, const ys_slot *b) {
  switch (ys_number_compare(a, b)) {
  case YS_NUMBER_LESS: return YS_LESS;
  case YS_NUMBER_SAME: return YS_SAME;
  case YS_NUMBER_GREATER: return YS_GREATER;
  case YS_NUMBER_UNORDERED: break;
  }
  return YS_UNORDERED;
}

static ys_order order_numbers(const ys_slot *a, const ys_slot *b) {
  if (ys_slot_is_exact(a) || ys_slot_is_exact(b)) return order_digits(a, b);
  if (a->kind == YS_INT && b->kind == YS_INT) return order_integers(a, b);
  if (a->kind == YS_INT) return order_integer_float(a, b->u.number);
  if (b->kind == YS_INT) return reverse(order_integer_float(b, a->u.number));
  return order_floats(a->u.number, b->u.number);
}

static ys_order order_of_sign(int sign) {
  if (sign == 0) return YS_SAME;
  return sign < 0 ? YS_LESS : YS_GREATER;
}

/* Recursion is bounded by the depth that a tree may have (ys_limits). */
static ys_order compare_arrays(const ys_slot *left, const ys_slot *right,
                               ys_unlike *unlike) {
  const ys_slot *a = ys_slot_first(left), *b = ys_slot_first(right);
  for (; a != NULL && b != NULL; a = a->next, b = b->next) {
    const ys_order items = ys_compare(a, b, unlike);
    if (items == YS_SAME) continue;
    if (items == YS_UNLIKE && a->kind == b->kind && a->kind != YS_ARRAY &&
        ys_slot_equal(a, b))
      continue;
    return items;
  }
  if (a == b) return YS_SAME;
  return a == NULL ? YS_LESS : YS_GREATER;
}

ys_order ys_compare(const ys_slot *left, const ys_slot *right,
                    ys_unlike *unlike) {
  if (ys_is_number(left) && ys_is_number(right))
    return order_numbers(left, right);
  if (left->kind == right->kind) {
    if (left->kind == YS_ARRAY) return compare_arrays(left, right, unlike);
    if (left->kind == YS_STRING)
      return order_of_sign(ys_str_cmp(ys_slot_text(left), ys_slot_text(right)));
    if (left->kind == YS_BOOL)
      return order_of_sign((int)left->u.boolean - (int)right->u.boolean);
  }
  *unlike = (ys_unlike){(ys_kind)left->kind, (ys_kind)right->kind};
  return YS_UNLIKE;
}
