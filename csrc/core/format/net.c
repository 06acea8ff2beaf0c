/* core/format/net.c - Formats of host names and IP addresses. */

#include "core/format/reader.h"

enum {
  LABEL_BYTES = 63, /* RFC 1034, section 3.1 */
  NAME_BYTES = 253  /* 255 less the first length and the root's */
};

/* ---- names --------------------------------------------------------------- */

static bool is_label_character(char c) {
  return ys_is_letter(c) || ys_is_digit(c) || c == '-';
}

/* <label>, RFC 1034, section 3.5, with RFC 1123, section 2.1 */
static bool is_label(ys_str label) {
  if (label.len == 0 || label.len > LABEL_BYTES) return false;
  for (size_t i = 0; i < label.len; i++)
    if (!is_label_character(label.ptr[i])) return false;
  return label.ptr[0] != '-' && label.ptr[label.len - 1] != '-';
}

static bool is_number(ys_str label) {
  for (size_t i = 0; i < label.len; i++)
    if (!ys_is_digit(label.ptr[i])) return false;
  return true;
}

bool ys_format_hostname(ys_str text) {
  ys_rest rest;
  int labels = 0, numbers = 0;
  if (text.len > 1 && text.ptr[text.len - 1] == '.') text.len--;
  if (text.len > NAME_BYTES) return false;
  rest = ys_rest_of(text);
  do {
    const ys_str label = ys_take_until(&rest, ".");
    if (!is_label(label)) return false;
    labels++;
    numbers += is_number(label);
  } while (ys_take(&rest, "."));
  return labels != 4 || numbers != 4;
}

/* ---- addresses ----------------------------------------------------------- */

/* decbyte = 1*3DIGIT, at most 255 */
static bool take_byte(ys_rest *rest) {
  const char *start = rest->at;
  int number = 0;
  while (rest->at - start < 3 && ys_is_digit(ys_peek(rest)))
    number = number * 10 + (*rest->at++ - '0');
  if (rest->at == start || number > 255) return false;
  return *start != '0' || rest->at - start == 1;
}

bool ys_format_ipv4(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  return take_byte(&rest) && ys_take(&rest, ".") && take_byte(&rest) &&
         ys_take(&rest, ".") && take_byte(&rest) && ys_take(&rest, ".") &&
         take_byte(&rest) && ys_at_end(&rest);
}

/* Whether this is a group: one to four hexadecimal digits. */
static bool is_group(ys_str text) {
  for (size_t i = 0; i < text.len; i++)
    if (!ys_is_hex(text.ptr[i])) return false;
  return text.len >= 1 && text.len <= 4;
}

/*
 * An IPv6 address is made of groups of 16 bits with colons between them. The
 * last two groups may be written as an IPv4 address (form 3). "::" stands for
 * one or more groups of zeros and may appear once (form 2).
 */
bool ys_format_ipv6(ys_str text) {
  ys_rest rest = ys_rest_of(text);
  int groups = 0;
  bool gap = false;
  if (ys_take(&rest, ":") && ys_peek(&rest) != ':') return false;
  while (groups < 8) {
    if (ys_take(&rest, ":")) {
      if (gap) return false;
      gap = true;
      if (ys_at_end(&rest)) break;
    }
    const ys_str group = ys_take_until(&rest, ":");
    if (is_group(group))
      groups++;
    else if (ys_at_end(&rest) && ys_format_ipv4(group))
      groups += 2;
    else
      return false;
    if (!ys_take(&rest, ":")) break;
    if (ys_at_end(&rest)) return false;
  }
  return ys_at_end(&rest) && (gap ? groups < 8 : groups == 8);
}

bool ys_format_ip(ys_str text) {
  return ys_format_ipv4(text) || ys_format_ipv6(text);
}
