#pragma once

/*
 * core/base/bytes.h - Skips the bytes of a string that need no attention in
 * JSON, many at a time: in blocks of sixteen bytes where there are such, and
 * otherwise in words of eight, with the same results.
 */

#include <string.h>

#include "core/base/block.h"

/* Whether a byte is an ASCII character that stands for itself in a string of
 * JSON: no control character, double quote or backslash. */
static inline bool ys_byte_is_plain(char byte) {
  const unsigned char c = (unsigned char)byte;
  return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
}

#define YS_EACH(byte) ((byte)*UINT64_C(0x0101010101010101))

/* Returns the highest bit of each byte that may be 0, and of each byte that is
 * 0. It is for finding out whether all are something else. */
static inline uint64_t ys_bytes_zeros(uint64_t bytes) {
  return (bytes - YS_EACH(1)) & ~bytes;
}

/* Returns the first byte that is not plain, or `end`. */
static inline const char *ys_bytes_skip_plain(const char *at, const char *end) {
#if YS_HAS_BLOCKS
  for (; end - at >= 16; at += 16) {
    const ys_block block = ys_block_at(at);
    const ys_block others = ys_block_or(
        ys_block_or(ys_block_is(block, '"'), ys_block_is(block, '\\')),
        ys_block_or(ys_block_odd(block), ys_block_is(block, 0x7F)));
    const unsigned first = ys_block_first(others);
    if (first < 16) return at + first;
  }
#else
  for (; end - at >= 8; at += 8) {
    uint64_t bytes;
    memcpy(&bytes, at, sizeof bytes);
    const uint64_t others = bytes | ys_bytes_zeros(bytes ^ YS_EACH('"')) |
                            ys_bytes_zeros(bytes ^ YS_EACH('\\')) |
                            ys_bytes_zeros(bytes ^ YS_EACH(0x7F)) |
                            ((bytes - YS_EACH(0x20)) & ~bytes);
    if (others & YS_EACH(0x80)) break;
  }
#endif
  while (at < end && ys_byte_is_plain(*at))
    at++;
  return at;
}

/* Whether two texts of `size` bytes are equal. It is faster than memcmp() for
 * short texts, because the compiler puts it where it is used. */
static inline bool ys_bytes_equal(const char *a, const char *b, size_t size) {
  uint64_t x, y;
  if (size < 8) {
    for (size_t i = 0; i < size; i++)
      if (a[i] != b[i]) return false;
    return true;
  }
  for (size_t i = 0; i < size - 8; i += 8) {
    memcpy(&x, a + i, sizeof x);
    memcpy(&y, b + i, sizeof y);
    if (x != y) return false;
  }
  memcpy(&x, a + size - 8, sizeof x); /* may overlap the words before it */
  memcpy(&y, b + size - 8, sizeof y);
  return x == y;
}
