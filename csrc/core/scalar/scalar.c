#include "core/scalar/scalar.h"

#include "core/base/decimal.h"

static inline void set_string(ys_slot *slot) {
  ys_slot_set_kind(slot, YS_STRING);
}

static void set_value(ys_slot *slot, ys_kind kind) {
  slot->kind = (uint8_t)kind;
  slot->flags = (uint8_t)(slot->flags & ~(unsigned)YS_SLOT_UNSIGNED);
}

static ys_scalar_status set_bool(ys_slot *slot, bool value) {
  set_value(slot, YS_BOOL);
  slot->u.boolean = value;
  return YS_SCALAR_OK;
}

static ys_scalar_status set_null(ys_slot *slot) {
  set_value(slot, YS_NULL);
  slot->u.natural = 0;
  return YS_SCALAR_OK;
}

static ys_scalar_status set_float(ys_slot *slot, double number) {
  set_value(slot, YS_FLOAT);
  slot->u.number = number;
  return YS_SCALAR_OK;
}

/* ---- integers ------------------------------------------------------------ */

/* Sets an integer from its sign and absolute value; returns false if it needs
 * more than 64 bits. */
static bool set_integer(ys_slot *slot, bool negative, uint64_t size) {
  const uint64_t min = UINT64_C(1) << 63;
  if (negative && size > min) return false;
  set_value(slot, YS_INT);
  if (negative) {
    slot->u.integer = size == min ? INT64_MIN : -(int64_t)size;
  } else if (size < min) {
    slot->u.integer = (int64_t)size;
  } else {
    slot->flags |= YS_SLOT_UNSIGNED;
    slot->u.natural = size;
  }
  return true;
}

/* The result of reading a run of digits. */
typedef enum digits_status {
  DIGITS_OK,
  DIGITS_OTHER,
  DIGITS_RANGE
} digits_status;

static digits_status read_digits(ys_str digits, unsigned base, uint64_t *out) {
  uint64_t value = 0;
  bool overflow = false;
  if (digits.len == 0) return DIGITS_OTHER;
  for (size_t i = 0; i < digits.len; i++) {
    unsigned digit = ys_hex_digit(digits.ptr[i]);
    if (digit >= base) return DIGITS_OTHER;
    overflow |= value > (UINT64_MAX - digit) / base;
    value = value * base + digit;
  }
  *out = value;
  return overflow ? DIGITS_RANGE : DIGITS_OK;
}

unsigned ys_scalar_take_base(ys_str *digits) {
  if (digits->len < 2 || digits->ptr[0] != '0') return 10;
  unsigned base = 8, cut = 2;
  switch (digits->ptr[1]) {
  case 'x':
  case 'X': base = 16; break;
  case 'b':
  case 'B': base = 2; break;
  case 'o':
  case 'O': break;
  default: cut = 1;
  }
  digits->ptr += cut;
  digits->len -= cut;
  return base;
}

/* ---- numbers ------------------------------------------------------------- */

static bool is_infinity(ys_str s) {
  return ys_str_eq(s, YS_STR(".inf")) || ys_str_eq(s, YS_STR(".Inf")) ||
         ys_str_eq(s, YS_STR(".INF"));
}

static bool is_nan(ys_str s) {
  return ys_str_eq(s, YS_STR(".nan")) || ys_str_eq(s, YS_STR(".NaN")) ||
         ys_str_eq(s, YS_STR(".NAN"));
}

static double infinity(bool negative) {
  uint64_t bits = UINT64_C(0x7FF) << 52 | (uint64_t)negative << 63;
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

static double not_a_number(void) {
  uint64_t bits = UINT64_C(0x7FF8) << 48;
  double number;
  memcpy(&number, &bits, sizeof number);
  return number;
}

static ys_scalar_status resolve_float(ys_str text, ys_slot *slot) {
  double number;
  if (!ys_float_read(text, &number)) return YS_SCALAR_OK;
  if (number == infinity(false) || number == infinity(true))
    return YS_SCALAR_FLOAT_RANGE;
  return set_float(slot, number);
}

/* Resolves a text that begins with a sign or a digit and has no underscores.
 * The slot is already set to a string. */
static ys_scalar_status resolve_number(ys_str text, ys_slot *slot) {
  bool negative = text.ptr[0] == '-';
  ys_str digits = text;
  if (negative || text.ptr[0] == '+') {
    digits.ptr++;
    digits.len--;
  }
  if (is_infinity(digits)) return set_float(slot, infinity(negative));
  uint64_t size = 0;
  unsigned base = ys_scalar_take_base(&digits);
  digits_status status = read_digits(digits, base, &size);
  if (status == DIGITS_OTHER) return resolve_float(text, slot);
  if (status == DIGITS_RANGE || !set_integer(slot, negative, size))
    return YS_SCALAR_INTEGER_RANGE;
  return YS_SCALAR_OK;
}

/* Texts with underscores and more characters than this are not read as
 * numbers. */
enum { MAX_SPACED = 512 };

/* Removes all underscores before resolving (reference#plain-scalars). */
static ys_scalar_status resolve_spaced(ys_str text, ys_slot *slot) {
  char plain[MAX_SPACED];
  size_t len = 0;
  if (memchr(text.ptr, '_', text.len) == NULL)
    return resolve_number(text, slot);
  for (size_t i = 0; i < text.len; i++) {
    if (text.ptr[i] == '_') continue;
    if (len == sizeof plain) return YS_SCALAR_OK;
    plain[len++] = text.ptr[i];
  }
  return resolve_number((ys_str){plain, len}, slot);
}

/* Texts that begin with a point keep their underscores, so they are strings. */
static ys_scalar_status resolve_numeric(ys_str text, ys_slot *slot) {
  if (text.ptr[0] != '.') return resolve_spaced(text, slot);
  if (is_infinity(text)) return set_float(slot, infinity(false));
  if (is_nan(text)) return set_float(slot, not_a_number());
  return resolve_float(text, slot);
}

/* ---- words --------------------------------------------------------------- */

/* Whether `text` is `word` in one of the spellings word, Word, WORD. */
static bool is_word(ys_str text, ys_str word) {
  const char capital = 'a' - 'A';
  if (text.len != word.len) return false;
  if (ys_str_eq(text, word)) return true;
  if (text.ptr[0] != word.ptr[0] - capital) return false;
  bool lower = true, upper = true;
  for (size_t i = 1; i < text.len; i++) {
    lower &= text.ptr[i] == word.ptr[i];
    upper &= text.ptr[i] == word.ptr[i] - capital;
  }
  return lower || upper;
}

/* Resolves `true`, `false` and null, which are special in keys, too. */
static ys_scalar_status resolve_word(ys_str text, ys_slot *slot) {
  if (is_word(text, YS_STR("true"))) return set_bool(slot, true);
  if (is_word(text, YS_STR("false"))) return set_bool(slot, false);
  if (is_word(text, YS_STR("null"))) return set_null(slot);
  return YS_SCALAR_OK;
}

/* Resolves the other booleans of YAML 1.1. */
static ys_scalar_status resolve_switch(ys_str text, ys_slot *slot) {
  if (is_word(text, YS_STR("yes")) || is_word(text, YS_STR("y")) ||
      is_word(text, YS_STR("on")))
    return set_bool(slot, true);
  if (is_word(text, YS_STR("no")) || is_word(text, YS_STR("n")) ||
      is_word(text, YS_STR("off")))
    return set_bool(slot, false);
  return YS_SCALAR_OK;
}

/* ---- resolving ----------------------------------------------------------- */

ys_scalar_status ys_scalar_resolve_key(ys_str text, ys_slot *slot) {
  set_string(slot);
  if (text.len == 0) return set_null(slot);
  switch (text.ptr[0]) {
  case '0':
  case '1':
  case '2':
  case '3':
  case '4':
  case '5':
  case '6':
  case '7':
  case '8':
  case '9':
  case '+':
  case '-':
  case '.': return resolve_numeric(text, slot);
  case 't':
  case 'T':
  case 'f':
  case 'F':
  case 'n':
  case 'N': return resolve_word(text, slot);
  case '~': return text.len == 1 ? set_null(slot) : YS_SCALAR_OK;
  default: return YS_SCALAR_OK;
  }
}

void ys_scalar_of_key(const ys_key *key, ys_slot *slot) {
  if (key->kind == YS_STRING ||
      ys_scalar_resolve_key(key->text, slot) != YS_SCALAR_OK ||
      slot->kind == YS_STRING)
    ys_slot_show_text(slot, &key->text);
}

ys_scalar_status ys_scalar_resolve(ys_str text, ys_slot *slot) {
  if (text.len >= 1 && text.len <= 3) {
    switch (text.ptr[0]) {
    case 'y':
    case 'Y':
    case 'n':
    case 'N':
    case 'o':
    case 'O': set_string(slot); return resolve_switch(text, slot);
    default: break;
    }
  }
  return ys_scalar_resolve_key(text, slot);
}

/* ---- strict -------------------------------------------------------------- */

/* -? ( 0 | [1-9] digits ) [ . digits ] [ [eE] [-+]? digits ] */
static bool is_strict_number(ys_str text) {
  size_t at = text.len > 0 && text.ptr[0] == '-';
  size_t end = ys_digits_end(text, at);
  if (end == at || (text.ptr[at] == '0' && end - at > 1)) return false;
  at = end;
  if (at < text.len && text.ptr[at] == '.') {
    end = ys_digits_end(text, at + 1);
    if (end == at + 1) return false;
    at = end;
  }
  if (at < text.len && (text.ptr[at] == 'e' || text.ptr[at] == 'E')) {
    at++;
    at += ys_has_sign(text, at);
    end = ys_digits_end(text, at);
    if (end == at) return false;
    at = end;
  }
  return at == text.len;
}

static bool is_space(uint32_t c) {
  if (c <= 0x20) return c == 0x20 || (c >= 0x09 && c <= 0x0D);
  return c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

static bool has_space(ys_str text) {
  for (size_t at = 0; at < text.len;) {
    uint32_t code = 0;
    size_t len = ys_utf8_next(text, at, &code);
    if (len > 0 && is_space(code)) return true;
    at += len > 0 ? len : 1;
  }
  return false;
}

static ys_strict_status check_strict_string(ys_str text, ys_kind lax,
                                            ys_kind *other) {
  if (has_space(text)) return YS_STRICT_SPACE;
  if (text.len > 0 && memchr(text.ptr, ':', text.len) != NULL)
    return YS_STRICT_COLON;
  *other = lax;
  if (lax != YS_STRING) return YS_STRICT_AMBIGUOUS;
  return ys_str_has(text, YS_STR("---")) ? YS_STRICT_DASHES : YS_STRICT_OK;
}

static bool is_strict_scalar(ys_str text) {
  return text.len == 0 || ys_str_eq(text, YS_STR("true")) ||
         ys_str_eq(text, YS_STR("false")) || is_strict_number(text);
}

ys_strict_status ys_scalar_resolve_strict(ys_str text, ys_slot *slot,
                                          ys_kind *other) {
  ys_kind kind = YS_STRING;
  switch (ys_scalar_resolve(text, slot)) {
  case YS_SCALAR_OK:
    if (is_strict_scalar(text)) return YS_STRICT_OK;
    kind = (ys_kind)slot->kind;
    break;
  case YS_SCALAR_INTEGER_RANGE: kind = YS_INT; break;
  case YS_SCALAR_FLOAT_RANGE: kind = YS_FLOAT; break;
  }
  return check_strict_string(text, kind, other);
}

/* ---- writing ------------------------------------------------------------- */

static void write_integer(ys_buf *buf, const ys_slot *slot) {
  uint64_t size = slot->u.natural;
  if ((slot->flags & YS_SLOT_UNSIGNED) == 0 && slot->u.integer < 0) {
    ys_buf_char(buf, '-');
    size = 0 - (uint64_t)slot->u.integer;
  }
  ys_buf_uint(buf, size);
}

void ys_scalar_write(ys_buf *buf, const ys_slot *slot) {
  char text[32];
  switch ((ys_kind)slot->kind) {
  case YS_BOOL: ys_buf_cstr(buf, slot->u.boolean ? "true" : "false"); break;
  case YS_INT: write_integer(buf, slot); break;
  case YS_FLOAT:
    if (ys_slot_is_exact(slot)) {
      ys_buf_add(buf, slot->u.exact->text);
      break;
    }
    ys_buf_add(buf, (ys_str){text, ys_float_write(slot->u.number, text)});
    break;
  case YS_STRING: ys_buf_add(buf, ys_slot_text(slot)); break;
  case YS_NULL:
  case YS_ARRAY:
  case YS_MAP:
  case YS_CLOSURE:
  case YS_ANY: ys_buf_cstr(buf, "null"); break;
  }
}
