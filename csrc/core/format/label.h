#pragma once

/* core/format/label.h - Labels of international host names. */

#include "core/base/str.h"

/* A label has at most 63 bytes as an A-label, so it has no more characters. */
enum { YS_LABEL_BYTES = 63 };

typedef struct ys_label {
  uint32_t code[YS_LABEL_BYTES];
  size_t len;
} ys_label;

/* ---- core/format/punycode.c (RFC 3492) ----------------------------------- */

/* Decodes a text of small letters, digits and hyphens; false: it is not what
 * encoding the result would give, or it is too long. */
bool ys_punycode_read(ys_str text, ys_label *out);

/* Encodes a label; gives the number of bytes, or 0 if it is too long. */
size_t ys_punycode_write(const ys_label *label, char out[YS_LABEL_BYTES]);

/* ---- core/format/label.c ------------------------------------------------- */

/* Whether it is a U-label, but for its length (RFC 5891, section 4.2). */
bool ys_label_is_valid(const ys_label *label);

/* Whether a label is written from right to left, or has such a number. */
bool ys_label_is_rtl(const ys_label *label);

/* Whether it satisfies the rule for names with such labels (RFC 5893, section
 * 2). */
bool ys_label_keeps_direction(const ys_label *label);
