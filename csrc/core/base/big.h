#pragma once

/*
 * core/base/big.h - Natural numbers of up to 4096 bits.
 *
 * They hold every double exactly, and every decimal that has to be compared
 * with one.
 */

#include "core/base/base.h"

enum { YS_BIG_WORDS = 128 };

typedef struct ys_big {
  uint32_t len; /* the topmost word is never 0 */
  uint32_t word[YS_BIG_WORDS];
} ys_big;

void ys_big_set(ys_big *n, uint64_t value);
void ys_big_copy(ys_big *n, const ys_big *from);

/* The number of bits up to the topmost 1; for 0 it is 0. */
uint32_t ys_big_bits(const ys_big *n);

/* Returns a negative number, 0 or a positive number, as strcmp() does. */
int ys_big_cmp(const ys_big *a, const ys_big *b);

/* Computes n = n * factor + addend. For this function and those below, the
 * caller makes sure that the result fits in 4096 bits. */
void ys_big_multiply(ys_big *n, uint32_t factor, uint32_t addend);
void ys_big_multiply_pow10(ys_big *n, uint32_t exponent);
void ys_big_shift_left(ys_big *n, uint32_t bits);
void ys_big_add(ys_big *n, const ys_big *other);

/* Computes n = n mod divisor and returns the quotient, which must be below
 * 2^32. The topmost bit of the divisor's topmost word must be set. */
uint32_t ys_big_divide(ys_big *n, const ys_big *divisor);

/* The most bytes that ys_big_write() writes. */
enum { YS_BIG_DIGITS = 1234 };

/* Writes all decimal digits; n is 0 afterwards. Returns their number. */
size_t ys_big_write(ys_big *n, char *out);
