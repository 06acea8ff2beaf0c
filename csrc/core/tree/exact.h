#pragma once

/* core/tree/exact.h - Numbers whose digits are kept. */

#include "core/tree/slot.h"

/*
 * A number that is read where numbers are compared exactly (YS_WIDE_EXACT), and
 * which neither an integer of 64 bits nor a double surely is. Its digits stay
 * text, and are compared as text (core/tree/number.h).
 */
typedef struct ys_exact {
  double nearest; /* may be an infinity */
  ys_str text;    /* a decimal, for ys_decimal_read() */
  bool whole;     /* its value is an integer */
  bool integer;   /* it is written as an integer, too */
} ys_exact;

/* Whether a slot is a number whose digits are kept. */
static inline bool ys_slot_is_exact(const ys_slot *slot) {
  return slot->kind == YS_FLOAT &&
         (slot->flags & YS_SLOT_VARIANT) == YS_SLOT_EXACT;
}

/* The double of a float, or the one that is nearest to it. */
static inline double ys_slot_number(const ys_slot *slot) {
  return ys_slot_is_exact(slot) ? slot->u.exact->nearest : slot->u.number;
}
