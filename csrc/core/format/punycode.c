/* core/format/punycode.c - Punycode (RFC 3492). */

#include "core/format/label.h"

enum {
  BASE = 36,
  T_MIN = 1,
  T_MAX = 26,
  SKEW = 38,
  DAMP = 700,
  FIRST_BIAS = 72,
  FIRST_CODE = 128,
  LAST_CODE = 0x10FFFF
};

/* Section 6.1. */
static uint32_t adapt(uint32_t delta, uint32_t count, bool first) {
  uint32_t k = 0;
  delta = first ? delta / DAMP : delta / 2;
  delta += delta / count;
  for (; delta > (BASE - T_MIN) * T_MAX / 2; k += BASE)
    delta /= BASE - T_MIN;
  return k + (BASE - T_MIN + 1) * delta / (delta + SKEW);
}

static uint32_t threshold(uint32_t k, uint32_t bias) {
  if (k <= bias + T_MIN) return T_MIN;
  return k >= bias + T_MAX ? T_MAX : k - bias;
}

static uint32_t digit_of(char c) {
  if (c >= 'a' && c <= 'z') return (uint32_t)(c - 'a');
  return ys_is_digit(c) ? (uint32_t)(c - '0') + 26 : BASE;
}

/* Reads a number of variable length at `*at` and adds it to `*i`. */
static bool take_delta(ys_str text, size_t *at, uint32_t bias, uint32_t *i) {
  uint64_t weight = 1, sum = *i;
  for (uint32_t k = BASE;; k += BASE) {
    const uint32_t digit = *at < text.len ? digit_of(text.ptr[(*at)++]) : BASE;
    const uint32_t t = threshold(k, bias);
    if (digit == BASE) return false;
    sum += digit * weight;
    if (sum > INT32_MAX) return false;
    *i = (uint32_t)sum;
    if (digit < t) return true;
    weight *= BASE - t;
    if (weight > INT32_MAX) return false;
  }
}

static void insert(ys_label *label, size_t at, uint32_t code) {
  memmove(label->code + at + 1, label->code + at,
          (label->len - at) * sizeof *label->code);
  label->code[at] = code;
  label->len++;
}

/* Section 6.2. */
static bool decode(ys_str text, ys_label *out) {
  uint32_t n = FIRST_CODE, i = 0, bias = FIRST_BIAS;
  size_t at = 0, basic = text.len;
  while (basic > 0 && text.ptr[basic - 1] != '-')
    basic--;
  out->len = 0;
  if (text.len > YS_LABEL_BYTES) return false;
  for (; basic > 0 && at < basic - 1; at++)
    out->code[out->len++] = (unsigned char)text.ptr[at];
  for (at = basic; at < text.len;) {
    const uint32_t before = i;
    if (!take_delta(text, &at, bias, &i) || out->len == YS_LABEL_BYTES)
      return false;
    const uint32_t count = (uint32_t)out->len + 1;
    bias = adapt(i - before, count, before == 0);
    n += i / count;
    i %= count;
    if (n > LAST_CODE) return false;
    insert(out, i++, n);
  }
  return true;
}

bool ys_punycode_read(ys_str text, ys_label *out) {
  char again[YS_LABEL_BYTES];
  if (!decode(text, out)) return false;
  const size_t size = ys_punycode_write(out, again);
  return size > 0 && ys_str_eq(text, (ys_str){again, size});
}

/* The bytes that are written; none after there is no more room. */
typedef struct output {
  char *to;
  size_t size;
} output;

static void put(output *out, char c) {
  if (out->size < YS_LABEL_BYTES) out->to[out->size] = c;
  out->size++;
}

static void put_delta(output *out, uint32_t delta, uint32_t bias) {
  static const char digits[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  for (uint32_t k = BASE;; k += BASE) {
    const uint32_t t = threshold(k, bias);
    if (delta < t) break;
    put(out, digits[t + (delta - t) % (BASE - t)]);
    delta = (delta - t) / (BASE - t);
  }
  put(out, digits[delta]);
}

/* The smallest code of a label from `n` on. */
static uint32_t next_code(const ys_label *label, uint32_t n) {
  uint32_t next = UINT32_MAX;
  for (size_t i = 0; i < label->len; i++)
    if (label->code[i] >= n && label->code[i] < next) next = label->code[i];
  return next;
}

/* Section 6.3. No delta of 63 characters is beyond 32 bits. */
size_t ys_punycode_write(const ys_label *label, char to[YS_LABEL_BYTES]) {
  uint32_t n = FIRST_CODE, delta = 0, bias = FIRST_BIAS;
  output out = {to, 0};
  for (size_t i = 0; i < label->len; i++)
    if (label->code[i] < FIRST_CODE) put(&out, (char)label->code[i]);
  uint32_t done = (uint32_t)out.size;
  const uint32_t basic = done;
  if (basic > 0) put(&out, '-');
  while (done < label->len) {
    const uint32_t code = next_code(label, n);
    delta += (code - n) * (done + 1);
    n = code;
    for (size_t i = 0; i < label->len; i++) {
      if (label->code[i] < n) delta++;
      if (label->code[i] != n) continue;
      put_delta(&out, delta, bias);
      bias = adapt(delta, done + 1, done == basic);
      delta = 0;
      done++;
    }
    delta++;
    n++;
  }
  return out.size <= YS_LABEL_BYTES ? out.size : 0;
}
