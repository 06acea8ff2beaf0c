#include "core/base/big.h"

#include <string.h>

void ys_big_set(ys_big *n, uint64_t value) {
  n->word[0] = (uint32_t)value;
  n->word[1] = (uint32_t)(value >> 32);
  n->len = n->word[1] != 0 ? 2 : n->word[0] != 0;
}

void ys_big_copy(ys_big *n, const ys_big *from) {
  n->len = from->len;
  memcpy(n->word, from->word, from->len * sizeof *n->word);
}

uint32_t ys_big_bits(const ys_big *n) {
  if (n->len == 0) return 0;
  uint32_t bits = n->len * 32;
  for (uint32_t top = n->word[n->len - 1]; top < UINT32_C(1) << 31; top <<= 1)
    bits--;
  return bits;
}

int ys_big_cmp(const ys_big *a, const ys_big *b) {
  if (a->len != b->len) return a->len < b->len ? -1 : 1;
  for (uint32_t i = a->len; i-- > 0;)
    if (a->word[i] != b->word[i]) return a->word[i] < b->word[i] ? -1 : 1;
  return 0;
}

void ys_big_multiply(ys_big *n, uint32_t factor, uint32_t addend) {
  uint64_t carry = addend;
  for (uint32_t i = 0; i < n->len; i++) {
    carry += (uint64_t)n->word[i] * factor;
    n->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry != 0) n->word[n->len++] = (uint32_t)carry;
}

void ys_big_multiply_pow10(ys_big *n, uint32_t exponent) {
  static const uint32_t powers[] = {1,      10,      100,      1000,     10000,
                                    100000, 1000000, 10000000, 100000000};
  for (; exponent >= 9; exponent -= 9)
    ys_big_multiply(n, 1000000000, 0);
  ys_big_multiply(n, powers[exponent], 0);
}

void ys_big_shift_left(ys_big *n, uint32_t bits) {
  const uint32_t words = bits / 32, rest = bits % 32;
  if (n->len == 0) return;
  if (words > 0) {
    memmove(n->word + words, n->word, n->len * sizeof *n->word);
    memset(n->word, 0, words * sizeof *n->word);
    n->len += words;
  }
  if (rest > 0) ys_big_multiply(n, UINT32_C(1) << rest, 0);
}

void ys_big_add(ys_big *n, const ys_big *other) {
  uint64_t carry = 0;
  uint32_t len = n->len > other->len ? n->len : other->len;
  for (uint32_t i = 0; i < len; i++) {
    carry += i < n->len ? n->word[i] : 0;
    carry += i < other->len ? other->word[i] : 0;
    n->word[i] = (uint32_t)carry;
    carry >>= 32;
  }
  n->len = len;
  if (carry != 0) n->word[n->len++] = (uint32_t)carry;
}

/* Computes n -= factor * other; the product must not be greater than n. */
static void subtract_product(ys_big *n, uint64_t factor, const ys_big *other) {
  uint64_t carry = 0, borrow = 0;
  for (uint32_t i = 0; i < n->len; i++) {
    carry += i < other->len ? factor * other->word[i] : 0;
    uint64_t difference = (uint64_t)n->word[i] - (uint32_t)carry - borrow;
    n->word[i] = (uint32_t)difference;
    borrow = difference >> 63;
    carry >>= 32;
  }
  while (n->len > 0 && n->word[n->len - 1] == 0)
    n->len--;
}

/* Estimates the quotient from the topmost words. The estimate is at most a few
 * too low, because the topmost bit of the divisor is set. */
uint32_t ys_big_divide(ys_big *n, const ys_big *divisor) {
  const uint32_t len = divisor->len;
  if (n->len < len) return 0;
  uint64_t top = n->word[len - 1];
  if (n->len > len) top |= (uint64_t)n->word[len] << 32;
  uint64_t quotient = top / ((uint64_t)divisor->word[len - 1] + 1);
  subtract_product(n, quotient, divisor);
  for (; ys_big_cmp(n, divisor) >= 0; quotient++)
    subtract_product(n, 1, divisor);
  return (uint32_t)quotient;
}

/* Computes n = n / divisor and returns the rest. */
static uint32_t divide_by(ys_big *n, uint32_t divisor) {
  uint64_t rest = 0;
  for (uint32_t i = n->len; i-- > 0;) {
    rest = rest << 32 | n->word[i];
    n->word[i] = (uint32_t)(rest / divisor);
    rest %= divisor;
  }
  while (n->len > 0 && n->word[n->len - 1] == 0)
    n->len--;
  return (uint32_t)rest;
}

size_t ys_big_write(ys_big *n, char *out) {
  size_t size = 0;
  do {
    uint32_t part = divide_by(n, 1000000000);
    for (int i = 0; i < 9 && (i == 0 || part > 0 || n->len > 0); i++) {
      out[size++] = (char)('0' + part % 10);
      part /= 10;
    }
  } while (n->len > 0);
  for (size_t i = 0; i < size / 2; i++) {
    const char other = out[size - 1 - i];
    out[size - 1 - i] = out[i];
    out[i] = other;
  }
  return size;
}
