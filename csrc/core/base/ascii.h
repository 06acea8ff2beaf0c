#pragma once

/* core/base/ascii.h - Classes of characters of ASCII, whatever the locale. */

#include <stdbool.h>
#include <string.h>

static inline bool ys_is_digit(char c) {
  return c >= '0' && c <= '9';
}

static inline bool ys_is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool ys_is_blank(char c) {
  return c == ' ' || c == '\t';
}

/* Whether `c` is a blank or ends a line. */
static inline bool ys_is_space(char c) {
  return ys_is_blank(c) || c == '\n' || c == '\r';
}

/* Whether `c` is one of `set`. */
static inline bool ys_is_in(char c, const char *set) {
  return c != '\0' && strchr(set, c) != NULL;
}

/* Whether `c` is a letter, a digit, `_` or `-`, as in the names of YAML. */
static inline bool ys_is_name(char c) {
  return ys_is_letter(c) || ys_is_digit(c) || c == '_' || c == '-';
}

static inline char ys_lower(char c) {
  return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* The value of a digit up to `f`; 16: it is none. */
static inline unsigned ys_hex_digit(char c) {
  if (ys_is_digit(c)) return (unsigned)(c - '0');
  c = ys_lower(c);
  return c >= 'a' && c <= 'f' ? (unsigned)(c - 'a' + 10) : 16;
}

/* Whether a byte of UTF-8 continues a character. */
static inline bool ys_is_follower(unsigned char byte) {
  return (byte & 0xC0) == 0x80;
}
