#pragma once

/*
 * core/base/decimal.h - Decimals of any size, as they are written.
 *
 * Nothing here takes longer than the digits are many: exponents are compared,
 * never written out.
 */

#include "core/base/str.h"

/* The end of the digits that begin at `at`. */
static inline size_t ys_digits_end(ys_str text, size_t at) {
  while (at < text.len && ys_is_digit(text.ptr[at]))
    at++;
  return at;
}

static inline bool ys_has_sign(ys_str text, size_t at) {
  return at < text.len && (text.ptr[at] == '-' || text.ptr[at] == '+');
}

/* The number 0.DIGITS * 10^point. The digits are those of `head` and then those
 * of `tail`; the first one and the last one are not 0. Zero has none. */
typedef struct ys_decimal {
  bool negative;
  bool far; /* the exponent has too many digits, and `point` is wrong */
  ys_str head, tail;
  int64_t point;
} ys_decimal;

static inline size_t ys_decimal_size(const ys_decimal *d) {
  return d->head.len + d->tail.len;
}

/* Reads all of `text`, which must live as long as the decimal:
 * [-+]? ( digits [ . digits? ] | . digits ) ( [eE] [-+]? digits )? */
bool ys_decimal_read(ys_str text, ys_decimal *out);

/* Returns a negative number, 0 or a positive number, as strcmp() does. */
int ys_decimal_cmp(const ys_decimal *a, const ys_decimal *b);

static inline bool ys_decimal_is_whole(const ys_decimal *d) {
  return d->point >= 0 && (uint64_t)d->point >= ys_decimal_size(d);
}

/* A hash that equal decimals share, however they are written. */
uint64_t ys_decimal_hash(uint64_t seed, const ys_decimal *d);

/* Sets the absolute value of a whole number; false if it needs more than 64
 * bits. */
bool ys_decimal_natural(const ys_decimal *d, uint64_t *out);

typedef enum ys_division {
  YS_DIVISION_WHOLE, /* the number is a multiple of the divisor */
  YS_DIVISION_REST,
  YS_DIVISION_COSTLY /* finding out takes too long */
} ys_division;

/* Divides a number by another one, which is not 0. The only failure is
 * YS_NOMEM. */
ys_status ys_decimal_divide(ys_memory memory, const ys_decimal *number,
                            const ys_decimal *divisor, ys_division *out);
