/* core/scalar/core_schema.c - Plain scalars by the core schema of YAML 1.2. */

#include "core/base/decimal.h"
#include "core/scalar/scalar.h"

/* 0x and 0o have small letters and no sign. */
static bool is_based(ys_str text) {
  if (text.len < 3 || text.ptr[0] != '0') return false;
  const char base = text.ptr[1];
  if (base != 'x' && base != 'o') return false;
  for (size_t i = 2; i < text.len; i++) {
    const char c = text.ptr[i];
    const bool octal = c >= '0' && c <= '7';
    if (base == 'x' ? ys_hex_digit(c) > 15 : !octal) return false;
  }
  return true;
}

/* [-+]? ( . digits | digits [ . digits? ] ) [ [eE] [-+]? digits ] */
static bool is_float(ys_str text) {
  const size_t start = ys_has_sign(text, 0);
  size_t at = ys_digits_end(text, start);
  size_t digits = at - start;
  if (at < text.len && text.ptr[at] == '.') {
    const size_t end = ys_digits_end(text, at + 1);
    digits += end - at - 1;
    at = end;
  }
  if (digits == 0) return false;
  if (at < text.len && (text.ptr[at] == 'e' || text.ptr[at] == 'E')) {
    at += 1 + ys_has_sign(text, at + 1);
    const size_t end = ys_digits_end(text, at);
    if (end == at) return false;
    at = end;
  }
  return at == text.len;
}

/* A sign, and .inf; or .nan without a sign. */
static bool is_special(ys_str text) {
  const size_t at = ys_has_sign(text, 0);
  if (text.len != at + 4 || text.ptr[at] != '.') return false;
  return at == 0 || text.ptr[at + 1] == 'i' || text.ptr[at + 1] == 'I';
}

/* Resolves an integer whose leading zeros have no meaning: 010 is ten. */
static ys_scalar_status resolve_decimal(ys_str text, ys_slot *slot) {
  char plain[24]; /* no integer of 64 bits with its sign is longer */
  size_t len = 0, at = ys_has_sign(text, 0);
  if (at > 0) plain[len++] = text.ptr[0];
  while (at + 1 < text.len && text.ptr[at] == '0')
    at++;
  if (text.len - at > sizeof plain - len) return YS_SCALAR_INTEGER_RANGE;
  memcpy(plain + len, text.ptr + at, text.len - at);
  len += text.len - at;
  const ys_scalar_status status =
      ys_scalar_resolve_key((ys_str){plain, len}, slot);
  if (status != YS_SCALAR_OK) ys_slot_set_kind(slot, YS_STRING);
  return status;
}

ys_scalar_status ys_scalar_resolve_core(ys_str text, ys_slot *slot) {
  ys_slot_set_kind(slot, YS_STRING);
  const size_t start = ys_has_sign(text, 0);
  const bool numeric = start < text.len &&
                       (ys_is_digit(text.ptr[start]) || text.ptr[start] == '.');
  /* The words of the core schema are those of a key in YAML 1.1. */
  if (!numeric) return ys_scalar_resolve_key(text, slot);
  if (ys_digits_end(text, start) == text.len)
    return resolve_decimal(text, slot);
  if (is_based(text) || is_float(text) || is_special(text))
    return ys_scalar_resolve_key(text, slot);
  return YS_SCALAR_OK;
}
