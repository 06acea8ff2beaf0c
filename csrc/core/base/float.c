/* core/base/float.c - Converts doubles to decimals and back, exactly
 * (core/base/float.h). */

#include "core/base/float.h"

#include "core/base/big.h"
#include "core/base/decimal.h"

#include <float.h>

/* The powers of ten that a double holds exactly. A product or quotient of two
 * exact numbers is rounded only once, so it is correct if the machine computes
 * in doubles. */
static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
enum { MAX_EXACT_POWER = 22 };
static const bool doubles_are_exact = FLT_EVAL_METHOD == 0;

#define MANTISSA_BITS 52
#define MANTISSA_ONE (UINT64_C(1) << MANTISSA_BITS)
#define INFINITE_BITS (UINT64_C(0x7FF) << MANTISSA_BITS)

/* ---- reading ------------------------------------------------------------- */

/* No double, and no midpoint of two neighbouring doubles, has more digits than
 * this. A further digit other than 0 only shows on which side of a midpoint the
 * number is. */
enum { MAX_DIGITS = 770 };

/* A number for a double. With at most 19 significant digits the
 * number is `value` * 10^exponent; otherwise its digits are in `digits`. */
typedef struct decimal {
  uint64_t value; /* the number that the first 19 digits make */
  int64_t exponent;
  uint32_t count; /* the number of digits kept */
  bool more;      /* a digit other than 0 was left out */
  char digits[MAX_DIGITS];
} decimal;

static void add_digits(decimal *d, ys_str digits) {
  for (size_t i = 0; i < digits.len; i++) {
    char digit = digits.ptr[i];
    if (d->count == MAX_DIGITS) {
      d->more |= digit != '0';
      d->exponent++;
      continue;
    }
    if (d->count < 19) d->value = d->value * 10 + (uint64_t)(digit - '0');
    d->digits[d->count++] = digit;
  }
}

static void make_decimal(const ys_decimal *from, decimal *d) {
  d->value = 0;
  d->exponent = from->point - (int64_t)ys_decimal_size(from);
  d->count = 0;
  d->more = false;
  add_digits(d, from->head);
  add_digits(d, from->tail);
}

static void make_big(const decimal *d, ys_big *n) {
  ys_big_set(n, d->value);
  for (uint32_t i = 19; i < d->count; i++)
    ys_big_multiply(n, 10, (uint32_t)(d->digits[i] - '0'));
}

/* Returns the bits of the double nearest to q * 2^exponent. `more` means
 * that the number is slightly greater than that. The topmost 1 of q is bit
 * 62 or 63. */
static uint64_t assemble(uint64_t q, int exponent, bool more) {
  int top = q >> 63 != 0 ? 63 : 62;
  int magnitude = exponent + top; /* the exponent of its topmost bit */
  bool normal = magnitude >= -1022;
  int drop = top - MANTISSA_BITS + (normal ? 0 : -1022 - magnitude);
  for (; drop > 60; drop--) {
    more |= q & 1;
    q >>= 1;
  }
  uint64_t mantissa = q >> drop, half = UINT64_C(1) << (drop - 1);
  uint64_t rest = q & (2 * half - 1);
  if (rest > half || (rest == half && (more || (mantissa & 1) != 0)))
    mantissa++;
  /* a mantissa that was rounded up to a power of two carries into the
   * exponent */
  if (!normal) return mantissa;
  uint64_t bits = ((uint64_t)(magnitude + 1023) << MANTISSA_BITS) +
                  (mantissa - MANTISSA_ONE);
  return bits < INFINITE_BITS ? bits : INFINITE_BITS;
}

/* Divides two integers to 63 or 64 bits of quotient; the remainder decides
 * rounding. */
static uint64_t nearest_bits(const decimal *d) {
  ys_big n, m;
  make_big(d, &n);
  ys_big_set(&m, 1);
  if (d->exponent > 0)
    ys_big_multiply_pow10(&n, (uint32_t)d->exponent);
  else
    ys_big_multiply_pow10(&m, (uint32_t)-d->exponent);
  uint32_t spare = (32 - ys_big_bits(&m) % 32) % 32;
  ys_big_shift_left(&m, spare);
  int shift = (int)ys_big_bits(&m) - (int)ys_big_bits(&n) + 63;
  int exponent = (int)spare - shift;
  for (shift -= 32; shift < 0; shift += 32)
    ys_big_shift_left(&m, 32);
  ys_big_shift_left(&n, (uint32_t)shift);
  uint64_t q = (uint64_t)ys_big_divide(&n, &m) << 32;
  ys_big_shift_left(&n, 32);
  q |= ys_big_divide(&n, &m);
  return assemble(q, exponent, d->more || n.len > 0);
}

/* The double nearest to a decimal, without its sign. */
static double nearest(const decimal *d) {
  const int64_t magnitude = d->exponent + d->count;
  uint64_t bits = 0;
  double number = (double)d->value;
  if (doubles_are_exact && d->count <= 19 && d->value <= 2 * MANTISSA_ONE) {
    if (d->exponent >= 0 && d->exponent <= MAX_EXACT_POWER)
      return number * powers[d->exponent];
    if (d->exponent < 0 && d->exponent >= -MAX_EXACT_POWER)
      return number / powers[-d->exponent];
  }
  if (d->count > 0 && magnitude > 310) bits = INFINITE_BITS;
  if (d->count > 0 && magnitude <= 310 && magnitude > -330)
    bits = nearest_bits(d);
  memcpy(&number, &bits, sizeof number);
  return number;
}

bool ys_float_read(ys_str text, double *out) {
  ys_decimal p;
  decimal d;
  if (!ys_decimal_read(text, &p)) return false;
  make_decimal(&p, &d);
  *out = p.negative ? -nearest(&d) : nearest(&d);
  return true;
}

/* ---- writing ------------------------------------------------------------- */

/* The number is 0.DIGITS * 10^point. */
typedef struct shortest {
  char digits[20];
  int count, point;
} shortest;

static void set_digits(shortest *s, uint64_t value) {
  char reversed[20];
  int len = 0;
  for (; value > 0; value /= 10)
    reversed[len++] = (char)('0' + value % 10);
  s->count = 0;
  while (len > 0)
    s->digits[s->count++] = reversed[--len];
}

/*
 * A fast path for short numbers, as people write them. Doubles distinguish all
 * numbers of up to 15 digits. So the smallest number of decimal places that
 * reads back as the same double is the shortest form, and only one choice of
 * digits exists.
 */
static bool try_few_digits(double number, shortest *s) {
  if (!doubles_are_exact || !(number >= 1e-7 && number < 1e15)) return false;
  for (int places = 0; places <= MAX_EXACT_POWER; places++) {
    double scaled = number * powers[places];
    if (scaled >= 1e15) return false;
    uint64_t value = (uint64_t)(scaled + 0.5);
    if ((double)value / powers[places] != number) continue;
    set_digits(s, value);
    s->point = s->count - places;
    return true;
  }
  return false;
}

/*
 * Steele and White's free-format algorithm with exact integers. The number is r
 * / s. Every number closer to it than `below` / s and `above` / s reads back as
 * the same double.
 */
typedef struct free_format {
  ys_big r, s, below, above;
  bool even; /* the ends of this interval read back as it, too */
} free_format;

static void free_format_init(free_format *f, uint64_t mantissa, int exponent,
                             bool narrow) {
  /* below a power of two, doubles are twice as close together */
  const uint32_t scale = narrow ? 2 : 1;
  f->even = (mantissa & 1) == 0;
  ys_big_set(&f->r, mantissa);
  ys_big_set(&f->s, 1);
  ys_big_set(&f->below, 1);
  ys_big_shift_left(&f->r, scale);
  ys_big_shift_left(&f->s, scale);
  if (exponent >= 0) {
    ys_big_shift_left(&f->r, (uint32_t)exponent);
    ys_big_shift_left(&f->below, (uint32_t)exponent);
  } else {
    ys_big_shift_left(&f->s, (uint32_t)-exponent);
  }
  ys_big_copy(&f->above, &f->below);
  if (narrow) ys_big_shift_left(&f->above, 1);
}

static void times_ten(free_format *f) {
  ys_big_multiply(&f->r, 10, 0);
  ys_big_multiply(&f->below, 10, 0);
  ys_big_multiply(&f->above, 10, 0);
}

static bool reaches_above(const free_format *f) {
  ys_big sum;
  ys_big_copy(&sum, &f->r);
  ys_big_add(&sum, &f->above);
  return ys_big_cmp(&sum, &f->s) >= (f->even ? 0 : 1);
}

/* Scales the fractions so that the next digit is r * 10 / s. Returns the
 * position of the point. */
static int free_format_scale(free_format *f, int magnitude) {
  /* rounded down, or one too low */
  double estimate = magnitude * 0.30102999566398 - 1e-9;
  int point = (int)estimate - (estimate < 0);
  if (point >= 0) {
    ys_big_multiply_pow10(&f->s, (uint32_t)point);
  } else {
    ys_big_multiply_pow10(&f->r, (uint32_t)-point);
    ys_big_multiply_pow10(&f->below, (uint32_t)-point);
    ys_big_multiply_pow10(&f->above, (uint32_t)-point);
  }
  for (; reaches_above(f); point++)
    ys_big_multiply(&f->s, 10, 0);
  uint32_t spare = (32 - ys_big_bits(&f->s) % 32) % 32;
  ys_big_shift_left(&f->r, spare);
  ys_big_shift_left(&f->s, spare);
  ys_big_shift_left(&f->below, spare);
  ys_big_shift_left(&f->above, spare);
  return point;
}

static void make_shortest(uint64_t mantissa, int exponent, shortest *s) {
  free_format f;
  int magnitude = exponent + MANTISSA_BITS;
  for (uint64_t m = mantissa; m < MANTISSA_ONE; m <<= 1)
    magnitude--;
  free_format_init(&f, mantissa, exponent,
                   mantissa == MANTISSA_ONE && exponent > -1074);
  s->point = free_format_scale(&f, magnitude);
  bool low, high;
  s->count = 0;
  do {
    times_ten(&f);
    s->digits[s->count++] = (char)('0' + ys_big_divide(&f.r, &f.s));
    low = ys_big_cmp(&f.r, &f.below) < (f.even ? 1 : 0);
    high = reaches_above(&f);
  } while (!low && !high);
  ys_big_shift_left(&f.r, 1);
  if (high && (!low || ys_big_cmp(&f.r, &f.s) >= 0)) s->digits[s->count - 1]++;
}

static char *put(char *out, const char *text, int len) {
  memcpy(out, text, (size_t)len);
  return out + len;
}

static char *put_zeros(char *out, int count) {
  for (; count > 0; count--)
    *out++ = '0';
  return out;
}

static char *put_exponent(char *out, const shortest *s) {
  int exponent = s->point - 1;
  *out++ = s->digits[0];
  if (s->count > 1) {
    *out++ = '.';
    out = put(out, s->digits + 1, s->count - 1);
  }
  *out++ = 'e';
  *out++ = exponent < 0 ? '-' : '+';
  if (exponent < 0) exponent = -exponent;
  if (exponent >= 100) *out++ = (char)('0' + exponent / 100);
  *out++ = (char)('0' + exponent / 10 % 10);
  *out++ = (char)('0' + exponent % 10);
  return out;
}

static char *put_decimal(char *out, const shortest *s) {
  if (s->point <= 0) {
    out = put(out, "0.", 2);
    out = put_zeros(out, -s->point);
    return put(out, s->digits, s->count);
  }
  int whole = s->count < s->point ? s->count : s->point;
  out = put(out, s->digits, whole);
  out = put_zeros(out, s->point - whole);
  *out++ = '.';
  if (whole == s->count) return put_zeros(out, 1);
  return put(out, s->digits + whole, s->count - whole);
}

size_t ys_float_write(double number, char *out) {
  char *start = out;
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  const uint64_t exponent = bits >> MANTISSA_BITS & 0x7FF;
  uint64_t mantissa = bits & (MANTISSA_ONE - 1);
  const bool finite = exponent != 0x7FF;
  if (!finite && mantissa != 0) return (size_t)(put(out, ".nan", 4) - start);
  if (bits >> 63 != 0) *out++ = '-';
  if (!finite) return (size_t)(put(out, ".inf", 4) - start);
  if (exponent == 0 && mantissa == 0)
    return (size_t)(put(out, "0.0", 3) - start);
  shortest s = {.count = 0};
  if (!try_few_digits(number < 0 ? -number : number, &s)) {
    if (exponent != 0) mantissa |= MANTISSA_ONE;
    make_shortest(mantissa, (exponent == 0 ? 1 : (int)exponent) - 1075, &s);
  }
  while (s.count > 1 && s.digits[s.count - 1] == '0')
    s.count--;
  bool plain = s.point - 1 >= -4 && s.point - 1 < 6;
  out = plain ? put_decimal(out, &s) : put_exponent(out, &s);
  return (size_t)(out - start);
}

size_t ys_float_spell(double number, char *out) {
  const double exact = (double)(2 * MANTISSA_ONE);
  uint64_t bits;
  ys_big n;
  if (number < exact && number > -exact) return ys_float_write(number, out);
  memcpy(&bits, &number, sizeof bits);
  ys_big_set(&n, (bits & (MANTISSA_ONE - 1)) | MANTISSA_ONE);
  ys_big_shift_left(&n, (uint32_t)(bits >> MANTISSA_BITS & 0x7FF) - 1075);
  const size_t sign = number < 0;
  out[0] = '-';
  return sign + ys_big_write(&n, out + sign);
}
