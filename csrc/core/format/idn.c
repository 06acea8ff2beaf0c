/* core/format/idn.c - Formats of host names, with international ones
 * (core/format/standard.h). */

#include "core/format/format.h"
#include "core/format/label.h"
#include "core/format/standard.h"

enum { NAME_BYTES = 253, PREFIX_BYTES = 4 };

/* ---- reading labels ------------------------------------------------------ */

/* A name, of which the first `at` bytes have been read. */
typedef struct name {
  ys_str text;
  size_t at;
  bool wide;  /* it may have U-labels */
  bool ended; /* its last label has been read */
} name;

static bool is_dot(const name *n, uint32_t code) {
  return code == '.' ||
         (n->wide && (code == 0x3002 || code == 0xFF0E || code == 0xFF61));
}

/* Reads a label and the dot after it; capital letters of ASCII become small
 * ones. False: it is empty, or too long, or is not UTF-8. */
static bool take_characters(name *n, ys_label *out, bool *ascii) {
  *ascii = true;
  n->ended = true;
  for (out->len = 0; n->at < n->text.len;) {
    uint32_t code;
    const size_t width = ys_utf8_next(n->text, n->at, &code);
    if (width == 0) return false;
    n->at += width;
    n->ended = !is_dot(n, code);
    if (!n->ended) break;
    if (out->len == YS_LABEL_BYTES) return false;
    *ascii = *ascii && code < 0x80;
    out->code[out->len++] = code >= 'A' && code <= 'Z' ? code + 32 : code;
  }
  return out->len > 0;
}

/* Letters, digits and inner hyphens. */
static bool is_plain(const ys_label *label, char out[YS_LABEL_BYTES]) {
  for (size_t i = 0; i < label->len; i++) {
    const uint32_t c = label->code[i];
    if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '-')
      return false;
    out[i] = (char)c;
  }
  return out[0] != '-' && out[label->len - 1] != '-';
}

/* Reads a label; an A-label becomes a U-label. `*bytes` is its size as an
 * A-label. */
static bool take_label(name *n, ys_label *out, size_t *bytes) {
  char text[YS_LABEL_BYTES];
  bool ascii, capital = false;
  const size_t from = n->at;
  if (!take_characters(n, out, &ascii)) return false;
  *bytes = out->len;
  if (ascii) {
    if (!is_plain(out, text)) return false;
    if (out->len < PREFIX_BYTES || memcmp(text, "xn--", PREFIX_BYTES) != 0)
      return true;
    return ys_punycode_read(
               (ys_str){text + PREFIX_BYTES, out->len - PREFIX_BYTES}, out) &&
           ys_label_is_valid(out);
  }
  for (size_t i = from; i < n->at; i++)
    capital |= n->text.ptr[i] >= 'A' && n->text.ptr[i] <= 'Z';
  if (!n->wide || capital || !ys_label_is_valid(out)) return false;
  const size_t size = ys_punycode_write(out, text);
  *bytes = PREFIX_BYTES + size;
  return size > 0 && *bytes <= YS_LABEL_BYTES;
}

/* ---- names --------------------------------------------------------------- */

/* In a name with a label from right to left, all labels keep their direction.
 */
static bool keeps_direction(name n) {
  ys_label label;
  size_t bytes;
  for (n.ended = false; !n.ended;)
    if (!take_label(&n, &label, &bytes) || !ys_label_keeps_direction(&label))
      return false;
  return true;
}

static bool is_name(ys_str text, bool wide) {
  name n = {.text = text, .wide = wide};
  const name begin = n;
  ys_label label;
  size_t bytes, all = 0;
  bool rtl = false;
  while (!n.ended) {
    if (!take_label(&n, &label, &bytes)) return false;
    all += bytes + 1;
    rtl |= ys_label_is_rtl(&label);
  }
  return all - 1 <= NAME_BYTES && (!rtl || keeps_direction(begin));
}

bool ys_format_strict_hostname(ys_str text) {
  return is_name(text, false) && ys_format_hostname(text);
}

bool ys_format_idn_hostname(ys_str text) {
  bool ascii = true;
  for (size_t i = 0; i < text.len; i++)
    ascii &= (unsigned char)text.ptr[i] < 0x80;
  return ascii ? ys_format_strict_hostname(text) : is_name(text, true);
}
