#include "core/base/decimal.h"

static char digit_at(const ys_decimal *d, size_t i) {
  return i < d->head.len ? d->head.ptr[i] : d->tail.ptr[i - d->head.len];
}

/* ---- reading ------------------------------------------------------------- */

static bool read_exponent(ys_str text, size_t at, int64_t *exponent,
                          bool *far) {
  const int64_t most = INT64_C(1000000000000000000);
  if (text.ptr[at] != 'e' && text.ptr[at] != 'E') return false;
  const bool negative = ++at < text.len && text.ptr[at] == '-';
  at += ys_has_sign(text, at);
  if (at == text.len || ys_digits_end(text, at) != text.len) return false;
  for (; at < text.len; at++) {
    if (*exponent >= most / 10) *far = true;
    if (!*far) *exponent = *exponent * 10 + (text.ptr[at] - '0');
  }
  if (*far) *exponent = most;
  if (negative) *exponent = -*exponent;
  return true;
}

static void cut_front(ys_str *digits) {
  while (digits->len > 0 && digits->ptr[0] == '0') {
    digits->ptr++;
    digits->len--;
  }
}

static void cut_back(ys_str *digits) {
  while (digits->len > 0 && digits->ptr[digits->len - 1] == '0')
    digits->len--;
}

/* Removes the zeros around the digits. */
static void trim(ys_decimal *d, int64_t exponent) {
  cut_front(&d->head);
  cut_back(&d->tail);
  d->point = exponent + (int64_t)d->head.len;
  if (d->head.len == 0) {
    const size_t before = d->tail.len;
    cut_front(&d->tail);
    d->point -= (int64_t)(before - d->tail.len);
  }
  if (d->tail.len == 0) cut_back(&d->head);
  if (ys_decimal_size(d) > 0) return;
  d->point = 0;
  d->far = false;
}

bool ys_decimal_read(ys_str text, ys_decimal *out) {
  ys_decimal *d = out;
  int64_t exponent = 0;
  size_t at = ys_has_sign(text, 0), end = ys_digits_end(text, at);
  *d = (ys_decimal){.negative = text.len > 0 && text.ptr[0] == '-',
                    .head = {text.ptr + at, end - at},
                    .tail = {"", 0}};
  if (end < text.len && text.ptr[end] == '.') {
    at = end + 1;
    end = ys_digits_end(text, at);
    d->tail = (ys_str){text.ptr + at, end - at};
  }
  if (ys_decimal_size(d) == 0) return false;
  if (end < text.len && !read_exponent(text, end, &exponent, &d->far))
    return false;
  trim(d, exponent);
  return true;
}

/* ---- order --------------------------------------------------------------- */

static int sign_of(const ys_decimal *d) {
  return ys_decimal_size(d) == 0 ? 0 : d->negative ? -1 : 1;
}

/* Compares the absolute values of two numbers that are not 0. */
static int compare_sizes(const ys_decimal *a, const ys_decimal *b) {
  const size_t m = ys_decimal_size(a), n = ys_decimal_size(b);
  if (a->point != b->point) return a->point < b->point ? -1 : 1;
  for (size_t i = 0; i < m && i < n; i++) {
    const int difference = digit_at(a, i) - digit_at(b, i);
    if (difference != 0) return difference;
  }
  return m == n ? 0 : m < n ? -1 : 1;
}

int ys_decimal_cmp(const ys_decimal *a, const ys_decimal *b) {
  const int sign = sign_of(a);
  if (sign != sign_of(b)) return sign - sign_of(b);
  return sign == 0 ? 0 : sign * compare_sizes(a, b);
}

uint64_t ys_decimal_hash(uint64_t seed, const ys_decimal *d) {
  const size_t size = ys_decimal_size(d);
  uint64_t hash = ys_hash_mix((uint64_t)d->point ^ seed,
                              seed + 11 + (uint64_t)(sign_of(d) < 0));
  uint64_t word = 1; /* so that leading zeros count */
  for (size_t i = 0; i < size; i++) {
    word = word * 10 + (uint64_t)(digit_at(d, i) - '0');
    if (i % 16 != 15) continue;
    hash = ys_hash_mix(hash ^ word, seed);
    word = 1;
  }
  return ys_hash_mix(hash ^ word, seed);
}

bool ys_decimal_natural(const ys_decimal *d, uint64_t *out) {
  const size_t size = ys_decimal_size(d);
  uint64_t value = 0;
  if (!ys_decimal_is_whole(d) || d->point > 20 || d->far) return false;
  for (size_t i = 0; i < (size_t)d->point; i++) {
    const uint64_t digit = i < size ? (uint64_t)(digit_at(d, i) - '0') : 0;
    if (value > (UINT64_MAX - digit) / 10) return false;
    value = value * 10 + digit;
  }
  *out = value;
  return true;
}

/* ---- division ------------------------------------------------------------ */

/* A divisor with at most so many digits is divided by in 64 bits; the products
 * of limbs that a longer division may take. */
enum { FEW_DIGITS = 18, LIMB_DIGITS = 9, MOST_PRODUCTS = 100000000 };
static const uint64_t LIMB = 1000000000;

/* The rest of number * 10^zeros by a short divisor. */
static bool divides_few(const ys_decimal *number, uint64_t zeros,
                        const ys_decimal *divisor) {
  uint64_t of = 0, rest = 0;
  for (size_t i = 0; i < ys_decimal_size(divisor); i++)
    of = of * 10 + (uint64_t)(digit_at(divisor, i) - '0');
  for (size_t i = 0; i < ys_decimal_size(number); i++)
    rest = (rest * 10 + (uint64_t)(digit_at(number, i) - '0')) % of;
  for (uint64_t i = 0; i < zeros && i < 64 && rest > 0; i++)
    rest = rest * 10 % of;
  return rest == 0;
}

/* Sets the limbs of digits with zeros after them, the lowest one first, times
 * a factor below LIMB. */
static void set_limbs(uint64_t *limbs, size_t count, const ys_decimal *d,
                      size_t zeros, uint64_t factor) {
  const size_t size = ys_decimal_size(d);
  uint64_t scale = 1, carry = 0;
  memset(limbs, 0, count * sizeof *limbs);
  for (size_t i = 0; i < size; i++) {
    const size_t place = zeros + i;
    if (i == 0)
      for (size_t j = 0; j < place % LIMB_DIGITS; j++)
        scale *= 10;
    else if (place % LIMB_DIGITS == 0)
      scale = 1;
    limbs[place / LIMB_DIGITS] +=
        (uint64_t)(digit_at(d, size - 1 - i) - '0') * scale;
    scale *= 10;
  }
  for (size_t i = 0; i < count; i++) {
    carry += limbs[i] * factor;
    limbs[i] = carry % LIMB;
    carry /= LIMB;
  }
}

/* Subtracts factor * d from the limbs at `n`, one more than d has. Returns what
 * is borrowed. */
static uint64_t subtract(uint64_t *n, const uint64_t *d, size_t count,
                         uint64_t factor) {
  uint64_t carry = 0;
  for (size_t i = 0; i <= count; i++) {
    const uint64_t product = carry + (i < count ? factor * d[i] : 0);
    const uint64_t low = product % LIMB;
    carry = product / LIMB + (n[i] < low);
    n[i] = n[i] < low ? n[i] + LIMB - low : n[i] - low;
  }
  return carry;
}

static void add_back(uint64_t *n, const uint64_t *d, size_t count) {
  uint64_t carry = 0;
  for (size_t i = 0; i <= count; i++) {
    carry += n[i] + (i < count ? d[i] : 0);
    n[i] = carry % LIMB;
    carry /= LIMB;
  }
}

/* Leaves the rest of the division in the lowest limbs of `n` (Knuth's algorithm
 * D). The topmost limb of `d` is at least LIMB / 2; that of `n` is below it. */
static void divide(uint64_t *n, size_t n_count, const uint64_t *d,
                   size_t d_count) {
  const uint64_t first = d[d_count - 1], second = d[d_count - 2];
  for (size_t at = n_count - d_count; at-- > 0;) {
    const uint64_t top = n[at + d_count] * LIMB + n[at + d_count - 1];
    uint64_t quotient = top / first, rest = top % first;
    while (quotient >= LIMB ||
           quotient * second > rest * LIMB + n[at + d_count - 2]) {
      quotient--;
      rest += first;
      if (rest >= LIMB) break;
    }
    if (subtract(n + at, d, d_count, quotient) > 0)
      add_back(n + at, d, d_count);
  }
}

static size_t limbs_of(size_t digits) {
  return (digits + LIMB_DIGITS - 1) / LIMB_DIGITS;
}

static ys_status divide_many(ys_memory memory, const ys_decimal *number,
                             size_t zeros, const ys_decimal *divisor,
                             ys_division *out) {
  const size_t d_count = limbs_of(ys_decimal_size(divisor));
  /* one limb for the factor, and one that is below the divisor's topmost */
  const size_t n_count = limbs_of(ys_decimal_size(number) + zeros) + 2;
  uint64_t any = 0, top;
  *out = n_count - 2 < d_count ? YS_DIVISION_REST : YS_DIVISION_COSTLY;
  if (n_count - 2 < d_count || n_count - d_count > MOST_PRODUCTS / d_count)
    return YS_OK;
  const size_t size = (n_count + d_count) * sizeof(uint64_t);
  uint64_t *n = ys_memory_new(memory, size), *d = n + n_count;
  if (n == NULL) return YS_NOMEM;
  set_limbs(d, d_count, divisor, 0, 1);
  top = LIMB / (d[d_count - 1] + 1);
  set_limbs(d, d_count, divisor, 0, top);
  set_limbs(n, n_count, number, zeros, top);
  divide(n, n_count, d, d_count);
  for (size_t i = 0; i < d_count; i++)
    any |= n[i];
  *out = any == 0 ? YS_DIVISION_WHOLE : YS_DIVISION_REST;
  ys_memory_free(memory, n, size);
  return YS_OK;
}

ys_status ys_decimal_divide(ys_memory memory, const ys_decimal *number,
                            const ys_decimal *divisor, ys_division *out) {
  const size_t digits = ys_decimal_size(divisor);
  const int64_t tens = (number->point - (int64_t)ys_decimal_size(number)) -
                       (divisor->point - (int64_t)digits);
  *out = YS_DIVISION_WHOLE;
  if (ys_decimal_size(number) == 0) return YS_OK;
  *out = YS_DIVISION_REST;
  if (tens < 0) return YS_OK; /* the last digit of `number` is not 0 */
  if (digits > FEW_DIGITS) {
    /* further zeros bring no further factors 2 or 5 that the divisor has */
    const size_t zeros =
        (uint64_t)tens < digits * 4 ? (size_t)tens : digits * 4;
    return divide_many(memory, number, zeros, divisor, out);
  }
  if (divides_few(number, (uint64_t)tens, divisor)) *out = YS_DIVISION_WHOLE;
  return YS_OK;
}
