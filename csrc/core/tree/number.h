#pragma once

/* core/tree/number.h - Numbers whose digits are kept, among all others
 * (ys_exact). */

#include "core/base/decimal.h"
#include "core/base/float.h"
#include "core/tree/exact.h"

static inline bool ys_is_number(const ys_slot *slot) {
  return slot->kind == YS_INT || slot->kind == YS_FLOAT;
}

/* The text of a number that was not read as digits. */
typedef struct ys_number_text {
  char text[YS_FLOAT_SPELLED];
} ys_number_text;

/* The decimal that a number stands for, which must not be infinite or nan. Its
 * digits are those of the slot, or in `text`. */
void ys_number_decimal(const ys_slot *slot, ys_number_text *text,
                       ys_decimal *out);

typedef enum ys_number_order {
  YS_NUMBER_LESS = -1,
  YS_NUMBER_SAME,
  YS_NUMBER_GREATER,
  YS_NUMBER_UNORDERED /* one of them is nan */
} ys_number_order;

/* Compares two numbers, of which the digits of at least one are kept. */
ys_number_order ys_number_compare(const ys_slot *a, const ys_slot *b);

/* A value for a hash of a number whose digits are kept: another number that is
 * equal to it, or false, and then `hash` is that of its digits. */
bool ys_number_short(const ys_slot *slot, uint64_t seed, ys_slot *out,
                     uint64_t *hash);
