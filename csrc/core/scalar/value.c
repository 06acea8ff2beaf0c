#include "core/scalar/value.h"

#include "core/base/big.h"
#include "core/base/decimal.h"
#include "core/scalar/scalar.h"

/* ---- errors -------------------------------------------------------------- */

static ys_status error(ys_space *space, ys_code code, const ys_scalar *scalar,
                       ys_str other, ys_slot *slot) {
  ys_diag *diag = ys_space_diagnose(space, code, scalar->place, YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  slot->kind = YS_NULL;
  slot->flags = YS_SLOT_INVALID;
  YS_TRY(ys_arena_str(&space->arena, scalar->text, &diag->args[0]));
  YS_TRY(ys_arena_str(&space->arena, other, &diag->args[1]));
  return YS_INVALID;
}

static void make_float(ys_slot *slot) {
  slot->u.number = slot->flags & YS_SLOT_UNSIGNED ? (double)slot->u.natural
                                                  : (double)slot->u.integer;
  slot->flags = 0;
  slot->kind = YS_FLOAT;
}

/* ---- digits that are kept ------------------------------------------------ */

/* Whether a float is surely the decimal that it was read from: with so few
 * digits, no other decimal is as short and as near to it. */
static bool is_sure(ys_str text, double number) {
  enum { SURE_DIGITS = 15 };
  const double most = 9007199254740992.0 /* 2^53 */, least = 1e-300;
  const double size = number < 0 ? -number : number;
  ys_decimal digits;
  if (size >= most || (size < least && size > 0)) return false;
  if (text.len <= SURE_DIGITS && size > 0) return true;
  return ys_decimal_read(text, &digits) &&
         ys_decimal_size(&digits) <= SURE_DIGITS &&
         (size > 0) == (ys_decimal_size(&digits) > 0);
}

/* Writes an integer with the prefix of a base in decimal. False: it is none, or
 * too long. */
static bool write_based(const ys_space *space, ys_str text, ys_buf *out) {
  enum { MOST_DIGITS = 1000 };
  char digits[YS_BIG_DIGITS];
  ys_str rest = text;
  ys_big number;
  const unsigned base = ys_scalar_take_base(&rest);
  if (base == 10 || rest.len == 0 || rest.len > MOST_DIGITS) return false;
  if (space->core_schema && ys_is_digit(text.ptr[1])) return false;
  ys_big_set(&number, 0);
  for (size_t i = 0; i < rest.len; i++) {
    const unsigned digit = ys_hex_digit(rest.ptr[i]);
    if (digit >= base) return false;
    ys_big_multiply(&number, base, digit);
  }
  ys_buf_add(out, (ys_str){digits, ys_big_write(&number, digits)});
  return true;
}

/* Writes a decimal as JSON has it, without leading zeros, and with digits on
 * both sides of a point. */
static void write_decimal(ys_str text, ys_buf *out) {
  size_t i = 0;
  while (i + 1 < text.len && text.ptr[i] == '0' && ys_is_digit(text.ptr[i + 1]))
    i++;
  if (i < text.len && text.ptr[i] == '.') ys_buf_char(out, '0');
  for (; i < text.len; i++)
    if (text.ptr[i] != '.' ||
        (i + 1 < text.len && ys_is_digit(text.ptr[i + 1])))
      ys_buf_char(out, text.ptr[i]);
}

/* Whether a number is surely written as JSON has it, as most are: digits with a
 * point between them. */
static bool is_plain(ys_str text) {
  size_t i = text.ptr[0] == '-', points = 0;
  if (i + 1 < text.len && text.ptr[i] == '0' && text.ptr[i + 1] != '.')
    return false;
  if (!ys_is_digit(text.ptr[text.len - 1])) return false;
  for (; i < text.len; i++) {
    if (ys_is_digit(text.ptr[i])) continue;
    if (text.ptr[i] != '.' || i == 0 || !ys_is_digit(text.ptr[i - 1]))
      return false;
    points++;
  }
  return points <= 1;
}

/* Writes the digits of a number as JSON has them: without `_`, `+` and bases.
 */
static ys_status write_digits(ys_space *space, ys_str text, ys_str *out) {
  ys_buf plain, buf;
  ys_str digits;
  if (is_plain(text)) return ys_arena_str(&space->arena, text, out);
  plain = ys_buf_of(space->arena.memory);
  buf = ys_buf_of(space->arena.memory);
  if (text.ptr[0] == '-') ys_buf_char(&buf, '-');
  for (size_t i = text.ptr[0] == '-' || text.ptr[0] == '+'; i < text.len; i++)
    if (text.ptr[i] != '_') ys_buf_char(&plain, text.ptr[i]);
  digits = ys_buf_str(&plain);
  if (ys_buf_status(&plain) == YS_OK && !write_based(space, digits, &buf))
    write_decimal(digits, &buf);
  const ys_status status = ys_buf_status(&plain);
  ys_buf_release(&plain);
  const ys_status kept = ys_buf_keep(&buf, &space->arena, out);
  return status == YS_OK ? kept : status;
}

/* Keeps the digits of a number. `nearest` is its double, or NULL. `*done`: it
 * is one, and its exponent can be compared. */
static ys_status keep_digits(ys_space *space, ys_str text, ys_slot *slot,
                             const double *nearest, bool *done) {
  ys_decimal digits;
  ys_exact *exact = ys_arena_new(&space->arena, ys_exact);
  if (exact == NULL) return YS_NOMEM;
  YS_TRY(write_digits(space, text, &exact->text));
  *done = ys_decimal_read(exact->text, &digits) &&
          (!digits.far || digits.point < 0);
  if (!*done) return YS_OK;
  if (nearest == NULL)
    ys_float_read(exact->text, &exact->nearest);
  else
    exact->nearest = *nearest;
  exact->whole = ys_decimal_is_whole(&digits);
  exact->integer = exact->whole;
  for (size_t i = exact->text.ptr[0] == '-'; i < exact->text.len; i++)
    exact->integer = exact->integer && ys_is_digit(exact->text.ptr[i]);
  ys_slot_set_kind(slot, YS_FLOAT);
  slot->flags |= YS_SLOT_EXACT;
  slot->u.exact = exact;
  return YS_OK;
}

ys_status ys_scalar_widen(ys_space *space, ys_str text, ys_slot *slot) {
  const double number = slot->u.number;
  bool done;
  if (space->wide == YS_WIDE_EXACT)
    return slot->kind != YS_FLOAT || number - number != 0 ||
                   is_sure(text, number)
               ? YS_OK
               : keep_digits(space, text, slot, &number, &done);
  if (space->wide == YS_WIDE_ERROR || slot->kind != YS_INT ||
      (slot->flags & YS_SLOT_UNSIGNED) == 0)
    return YS_OK;
  if (space->wide == YS_WIDE_LUA)
    make_float(slot);
  else
    slot->flags |= YS_SLOT_NEAREST;
  return YS_OK;
}

/* Reads a number out of range as the nearest float or as digits, where that is
 * allowed. */
static ys_status read_wide(ys_space *space, ys_str text, ys_slot *slot,
                           bool *done) {
  double number;
  *done = false;
  if (space->wide == YS_WIDE_EXACT)
    return keep_digits(space, text, slot, NULL, done);
  if (space->wide == YS_WIDE_ERROR || !ys_float_read(text, &number))
    return YS_OK;
  ys_slot_set_kind(slot, YS_FLOAT);
  slot->u.number = number;
  *done = true;
  return YS_OK;
}

static ys_status check_range(ys_space *space, ys_scalar_status status,
                             const ys_scalar *scalar, ys_slot *slot) {
  bool done;
  if (status == YS_SCALAR_OK) return ys_scalar_widen(space, scalar->text, slot);
  YS_TRY(read_wide(space, scalar->text, slot, &done));
  if (done) return YS_OK;
  switch (status) {
  case YS_SCALAR_INTEGER_RANGE:
    return error(space, YS_E_INTEGER_RANGE, scalar, YS_STR(""), slot);
  case YS_SCALAR_FLOAT_RANGE:
    return error(space, YS_E_FLOAT_RANGE, scalar, YS_STR(""), slot);
  case YS_SCALAR_OK: break;
  }
  return YS_OK;
}

/* ---- plain scalars ------------------------------------------------------- */

static ys_str kind_tag(ys_kind kind) {
  switch (kind) {
  case YS_NULL: return YS_STR("!!null");
  case YS_BOOL: return YS_STR("!!bool");
  case YS_INT: return YS_STR("!!int");
  case YS_FLOAT: return YS_STR("!!float");
  default: return YS_STR("!!str");
  }
}

static ys_status read_strict(ys_space *space, const ys_scalar *scalar,
                             ys_slot *slot) {
  ys_kind other = YS_STRING;
  switch (ys_scalar_resolve_strict(scalar->text, slot, &other)) {
  case YS_STRICT_OK: return YS_OK;
  case YS_STRICT_SPACE:
    return error(space, YS_E_STRICT_SPACE, scalar, YS_STR(""), slot);
  case YS_STRICT_COLON:
    return error(space, YS_E_STRICT_COLON, scalar, YS_STR(""), slot);
  case YS_STRICT_DASHES:
    return error(space, YS_E_STRICT_DASHES, scalar, YS_STR(""), slot);
  default: break;
  }
  /* a number out of range has a record of its own */
  YS_TRY(
      check_range(space, ys_scalar_resolve(scalar->text, slot), scalar, slot));
  return error(space, YS_E_STRICT_AMBIGUOUS, scalar, kind_tag(other), slot);
}

/* A key that strict mode would refuse becomes a string, without an error. */
static ys_status read_strict_key(ys_space *space, const ys_scalar *scalar,
                                 ys_slot *slot) {
  ys_kind other;
  if (ys_scalar_resolve_strict(scalar->text, slot, &other) == YS_STRICT_OK)
    return YS_OK;
  YS_TRY(
      check_range(space, ys_scalar_resolve(scalar->text, slot), scalar, slot));
  ys_slot_set_kind(slot, YS_STRING);
  slot->flags = 0;
  return YS_OK;
}

static ys_scalar_status resolve(const ys_space *space, const ys_scalar *scalar,
                                ys_slot *slot) {
  if (space->core_schema) return ys_scalar_resolve_core(scalar->text, slot);
  return scalar->key ? ys_scalar_resolve_key(scalar->text, slot)
                     : ys_scalar_resolve(scalar->text, slot);
}

static ys_status read_plain(ys_space *space, const ys_scalar *scalar,
                            ys_slot *slot) {
  if (space->strict)
    return scalar->key ? read_strict_key(space, scalar, slot)
                       : read_strict(space, scalar, slot);
  return check_range(space, resolve(space, scalar, slot), scalar, slot);
}

/* ---- !!binary ------------------------------------------------------------ */

static int sextet(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (ys_is_digit(c)) return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/* Decodes padded base64. Sets `size` to the number of bytes written to
 * `out`. */
static bool decode(ys_str text, char *out, size_t *size) {
  uint32_t bits = 0;
  size_t sextets = 0, padding = 0;
  *size = 0;
  for (size_t i = 0; i < text.len; i++) {
    const int value = sextet(text.ptr[i]);
    if (ys_is_space(text.ptr[i])) continue;
    if (text.ptr[i] == '=')
      padding++;
    else if (value < 0 || padding > 0)
      return false;
    bits = bits << 6 | (uint32_t)(value < 0 ? 0 : value);
    if (++sextets % 4 != 0) continue;
    if (padding > 2) return false;
    for (size_t n = 0; n < 3 - padding; n++)
      out[(*size)++] = (char)(bits >> (16 - 8 * n));
  }
  return sextets % 4 == 0 && padding <= 2;
}

static ys_status read_binary(ys_space *space, const ys_scalar *scalar,
                             ys_slot *slot, ys_str *text) {
  size_t size;
  char *out = ys_arena_text(&space->arena, scalar->text.len);
  if (out == NULL) return YS_NOMEM;
  if (!decode(scalar->text, out, &size))
    return error(space, YS_E_TAG, scalar, YS_STR("!!binary"), slot);
  *text = (ys_str){out, size};
  ys_slot_set_kind(slot, YS_STRING);
  return YS_OK;
}

/* ---- other tags ---------------------------------------------------------- */

/* Resolves a tagged text, which must be of this kind, whatever its style. */
static ys_status read_as(ys_space *space, ys_kind kind, const ys_scalar *scalar,
                         ys_slot *slot) {
  const ys_scalar_status status =
      space->core_schema ? ys_scalar_resolve_core(scalar->text, slot)
                         : ys_scalar_resolve(scalar->text, slot);
  YS_TRY(check_range(space, status, scalar, slot));
  if (kind == YS_FLOAT && slot->kind == YS_INT) make_float(slot);
  if (slot->kind == (uint8_t)kind) return YS_OK;
  if (kind == YS_INT && ys_slot_is_exact(slot) && slot->u.exact->integer)
    return YS_OK;
  return error(space, YS_E_TAG, scalar, kind_tag(kind), slot);
}

static ys_status read_untagged(ys_space *space, const ys_scalar *scalar,
                               ys_slot *slot) {
  if (scalar->plain) return read_plain(space, scalar, slot);
  ys_slot_set_kind(slot, YS_STRING);
  return YS_OK;
}

/* Sets all but the text of a string. `text` becomes what was decoded. */
static ys_status read_any(ys_space *space, const ys_scalar *scalar,
                          ys_slot *slot, ys_str *text) {
  static const ys_str prefix = {"tag:yaml.org,2002:", 18};
  static const ys_kind kinds[] = {YS_INT, YS_FLOAT, YS_BOOL, YS_NULL};
  static const char *const names[] = {"int", "float", "bool", "null"};
  ys_str name = scalar->tag;
  if (name.len == 0) return read_untagged(space, scalar, slot);
  if (ys_str_starts(name, prefix))
    name = (ys_str){name.ptr + prefix.len, name.len - prefix.len};
  else if (ys_str_eq(name, YS_STR("!")))
    name = YS_STR("str");
  else
    return read_untagged(space, scalar, slot);
  if (ys_str_eq(name, YS_STR("str"))) {
    ys_slot_set_kind(slot, YS_STRING);
    return YS_OK;
  }
  if (ys_str_eq(name, YS_STR("binary")))
    return read_binary(space, scalar, slot, text);
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (ys_str_eq(name, ys_cstr(names[i])))
      return read_as(space, kinds[i], scalar, slot);
  return read_untagged(space, scalar, slot);
}

ys_status ys_scalar_read(ys_space *space, const ys_scalar *scalar,
                         ys_slot *slot) {
  ys_str text = scalar->text;
  const ys_status status = read_any(space, scalar, slot, &text);
  if (status != YS_NOMEM && slot->kind == YS_STRING)
    YS_TRY(ys_slot_set_text(&space->arena, slot, text));
  return status;
}

/* ---- keys ---------------------------------------------------------------- */

void ys_key_reader_init(ys_key_reader *reader, ys_space *space) {
  memset(reader, 0, sizeof *reader);
  reader->space = space;
  reader->text = ys_buf_of(space->arena.memory);
}

void ys_key_reader_release(ys_key_reader *reader) {
  ys_buf_release(&reader->text);
}

ys_status ys_key_of(ys_key_reader *reader, const ys_slot *slot, bool plain,
                    const ys_key **out) {
  const ys_kind kind = (ys_kind)slot->kind;
  const ys_key *key;
  ys_str text;
  if (kind == YS_STRING) {
    text = ys_slot_text(slot);
  } else {
    reader->text.len = 0;
    ys_scalar_write(&reader->text, slot);
    YS_TRY(ys_buf_status(&reader->text));
    text = ys_buf_str(&reader->text);
  }
  YS_TRY(ys_keys_intern(&reader->space->keys, kind, text, &key));
  /* only plain keys are remembered: a quoted key may look like a plain key of
   * another type */
  if (kind == YS_STRING && plain) {
    const ys_key **ways = reader->followers[reader->last];
    ways[1] = ways[0];
    ways[0] = key;
  }
  ys_key_was(reader, key);
  *out = key;
  return YS_OK;
}
