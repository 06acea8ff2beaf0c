#pragma once

/* core/format/reader.h - A small text reader, for the formats. */

#include "core/format/format.h"

static inline bool ys_is_hex(char c) {
  return ys_hex_digit(c) < 16;
}

/* The part of a text that has not been read yet. */
typedef struct ys_rest {
  const char *at, *end;
} ys_rest;

static inline ys_rest ys_rest_of(ys_str text) {
  const char *start = text.len == 0 ? "" : text.ptr;
  return (ys_rest){start, start + text.len};
}

static inline bool ys_at_end(const ys_rest *rest) {
  return rest->at == rest->end;
}

/* Gives the next character, or NUL at the end. No format allows NUL in a text.
 */
static inline char ys_peek(const ys_rest *rest) {
  return rest->at < rest->end ? *rest->at : '\0';
}

/* Reads one character if it is in `set`. */
static inline bool ys_take(ys_rest *rest, const char *set) {
  if (!ys_is_in(ys_peek(rest), set)) return false;
  rest->at++;
  return true;
}

/* Reads exactly `count` digits (at most 9). */
static inline bool ys_take_number(ys_rest *rest, int count, int *out) {
  *out = 0;
  for (int i = 0; i < count; i++) {
    if (!ys_is_digit(ys_peek(rest))) return false;
    *out = *out * 10 + (*rest->at++ - '0');
  }
  return true;
}

/* Reads all digits that follow and gives their number. */
static inline size_t ys_skip_digits(ys_rest *rest) {
  const char *start = rest->at;
  while (ys_is_digit(ys_peek(rest)))
    rest->at++;
  return (size_t)(rest->at - start);
}

/* Reads up to the first character in `set`, or to the end. */
static inline ys_str ys_take_until(ys_rest *rest, const char *set) {
  ys_str part = {rest->at, 0};
  while (!ys_at_end(rest) && !ys_is_in(*rest->at, set))
    rest->at++;
  part.len = (size_t)(rest->at - part.ptr);
  return part;
}
