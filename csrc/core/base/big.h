#ifndef YS_BASE_BIG_H
#define YS_BASE_BIG_H

/*
 * core/base/big.h - natural numbers of up to 4096 bits: enough to hold any
 * double, and any decimal that has to be told from one, exactly.
 */

#include "core/base/base.h"

enum { YS_BIG_WORDS = 128 };

typedef struct ys_big {
  uint32_t len; /* the topmost word is not 0 */
  uint32_t word[YS_BIG_WORDS];
} ys_big;

void ys_big_set(ys_big *n, uint64_t value);
void ys_big_copy(ys_big *n, const ys_big *from);

/* How many bits it has from its topmost 1 on; 0 has none. */
uint32_t ys_big_bits(const ys_big *n);

/* Negative, 0 or positive, as strcmp's. */
int ys_big_cmp(const ys_big *a, const ys_big *b);

/* n = n * factor + addend. Here and below: whoever calls knows that the result
 * has no more than 4096 bits. */
void ys_big_multiply(ys_big *n, uint32_t factor, uint32_t addend);
void ys_big_multiply_pow10(ys_big *n, uint32_t exponent);
void ys_big_shift_left(ys_big *n, uint32_t bits);
void ys_big_add(ys_big *n, const ys_big *other);

/* n = n mod divisor; returns the quotient, which has to be below 2^32. The
 * topmost bit of the divisor's topmost word has to be set. */
uint32_t ys_big_divide(ys_big *n, const ys_big *divisor);

#endif
