/* core/format/label.c - Labels of international host names (RFC 5891, RFC 5892
 * and RFC 5893). */

#include "core/format/label.h"
#include "core/format/idn_table.h"

/* ---- what is known about a character ------------------------------------- */

enum { VALID = 1, CONTEXT = 2 };
enum { GREEK = 1, HEBREW, CJK };
enum { JOINS_LEFT = 1, JOINS_RIGHT, JOINS_BOTH, TRANSPARENT };
enum { L = 1, R, AL, AN, EN, ES, CS, ET, ON, BN, NSM };
enum { VIRAMA = 9 };

/* The kind of a character, as spec/unicode_tables.lua writes it; 0: it is in no
 * label. */
static uint32_t kind_of(uint32_t code) {
  size_t low = 0, high = sizeof ys_idn_runs / sizeof *ys_idn_runs;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const uint32_t run = ys_idn_runs[middle], first = run >> 11;
    const uint32_t step = 1 + (run >> 10 & 1);
    if (code < first)
      high = middle;
    else if (code - first > (run & 1023) * step)
      low = middle + 1;
    else
      return (code - first) % step == 0 ? ys_idn_kinds[ys_idn_run_kinds[middle]]
                                        : 0;
  }
  return 0;
}

static uint32_t state_of(uint32_t kind) {
  return kind & 3;
}

static bool is_mark(uint32_t kind) {
  return (kind & 4) != 0;
}

static uint32_t script_of(uint32_t kind) {
  return kind >> 3 & 3;
}

static uint32_t joining_of(uint32_t kind) {
  return kind >> 5 & 7;
}

static uint32_t direction_of(uint32_t kind) {
  return kind >> 8 & 15;
}

static uint32_t class_of(uint32_t kind) {
  return kind >> 12;
}

/* ---- normalization form C ------------------------------------------------ */

/* Whether Unicode composes two characters. */
static bool composes(uint32_t first, uint32_t second) {
  const uint64_t pair = (uint64_t)first << 24 | second;
  size_t low = 0, high = sizeof ys_idn_pairs / sizeof *ys_idn_pairs;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (ys_idn_pairs[middle] == pair) return true;
    if (ys_idn_pairs[middle] < pair)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

/* Whether the marks are in their order, and nothing is left to compose. All
 * characters are valid ones, which normalization does not change. */
static bool is_normalized(const ys_label *label) {
  uint32_t starter = 0, before = 0;
  for (size_t i = 0; i < label->len; i++) {
    const uint32_t code = label->code[i], class = class_of(kind_of(code));
    if (class != 0 && before > class) return false;
    if (starter != 0 && (before == 0 || before < class) &&
        composes(starter, code))
      return false;
    if (class == 0) starter = code;
    before = class;
  }
  return true;
}

/* ---- rules about neighbours (RFC 5892, appendix A) ----------------------- */

static bool has_script(const ys_label *label, size_t at, uint32_t script) {
  return at < label->len && script_of(kind_of(label->code[at])) == script;
}

static bool has_code(const ys_label *label, size_t at, uint32_t code) {
  return at < label->len && label->code[at] == code;
}

static bool has_digits(const ys_label *label, uint32_t zero) {
  for (size_t i = 0; i < label->len; i++)
    if (label->code[i] >= zero && label->code[i] <= zero + 9) return true;
  return false;
}

static bool has_cjk(const ys_label *label) {
  for (size_t i = 0; i < label->len; i++)
    if (has_script(label, i, CJK)) return true;
  return false;
}

static bool follows_virama(const ys_label *label, size_t at) {
  return at > 0 && class_of(kind_of(label->code[at - 1])) == VIRAMA;
}

/* A.1: between letters that would be joined. */
static bool parts_letters(const ys_label *label, size_t at) {
  size_t before = at, after = at + 1;
  while (before > 0 &&
         joining_of(kind_of(label->code[before - 1])) == TRANSPARENT)
    before--;
  while (after < label->len &&
         joining_of(kind_of(label->code[after])) == TRANSPARENT)
    after++;
  if (before == 0 || after == label->len) return false;
  const uint32_t left = joining_of(kind_of(label->code[before - 1]));
  const uint32_t right = joining_of(kind_of(label->code[after]));
  return (left == JOINS_LEFT || left == JOINS_BOTH) &&
         (right == JOINS_RIGHT || right == JOINS_BOTH);
}

static bool suits_context(const ys_label *label, size_t at) {
  const uint32_t code = label->code[at];
  switch (code) {
  case 0x200C: return follows_virama(label, at) || parts_letters(label, at);
  case 0x200D: return follows_virama(label, at);
  case 0xB7:
    return at > 0 && has_code(label, at - 1, 'l') &&
           has_code(label, at + 1, 'l');
  case 0x375: return has_script(label, at + 1, GREEK);
  case 0x5F3:
  case 0x5F4: return at > 0 && has_script(label, at - 1, HEBREW);
  case 0x30FB: return has_cjk(label);
  default: /* digits of two kinds */
    return !has_digits(label, code < 0x6F0 ? 0x6F0 : 0x660);
  }
}

/* ---- labels -------------------------------------------------------------- */

bool ys_label_is_valid(const ys_label *label) {
  const size_t len = label->len;
  bool wide = false;
  if (len == 0 || label->code[0] == '-' || label->code[len - 1] == '-')
    return false;
  if (has_code(label, 2, '-') && has_code(label, 3, '-')) return false;
  if (is_mark(kind_of(label->code[0]))) return false;
  for (size_t i = 0; i < len; i++) {
    const uint32_t state = state_of(kind_of(label->code[i]));
    wide |= label->code[i] >= 0x80;
    if (state == 0 || (state == CONTEXT && !suits_context(label, i)))
      return false;
  }
  return wide && is_normalized(label);
}

bool ys_label_is_rtl(const ys_label *label) {
  for (size_t i = 0; i < label->len; i++) {
    const uint32_t d = direction_of(kind_of(label->code[i]));
    if (d == R || d == AL || d == AN) return true;
  }
  return false;
}

#define SET(d) (1U << (d))

bool ys_label_keeps_direction(const ys_label *label) {
  const uint32_t neutral =
      SET(EN) | SET(ES) | SET(CS) | SET(ET) | SET(ON) | SET(BN) | SET(NSM);
  const uint32_t first = direction_of(kind_of(label->code[0]));
  const bool rtl = first == R || first == AL;
  const uint32_t allowed =
      neutral | (rtl ? SET(R) | SET(AL) | SET(AN) : SET(L));
  const uint32_t ends = SET(EN) | (rtl ? SET(R) | SET(AL) | SET(AN) : SET(L));
  uint32_t met = 0, last = 0;
  if (!rtl && first != L) return false;
  for (size_t i = 0; i < label->len; i++) {
    const uint32_t d = direction_of(kind_of(label->code[i]));
    met |= SET(d);
    if (d != NSM) last = d;
  }
  if ((met & ~allowed) != 0 || (ends & SET(last)) == 0) return false;
  return !rtl || (met & SET(EN)) == 0 || (met & SET(AN)) == 0;
}
