/* core/rule/bound.c - Named rules that compare a value with a bound, and
 * multiple_of. */

#include "core/rule/parts.h"
#include "core/scalar/scalar.h"
#include "core/tree/compare.h"

#include <math.h>

/* ---- min, max, exclusive_min, exclusive_max ------------------------------ */

/* How reports write what was expected and what was found. */
typedef struct signs {
  const char *wanted, *met;
} signs;

static const signs *signs_of(const ys_named_rule *named) {
  static const signs all[2][2] = {{{">=", "<"}, {">", "<="}},
                                  {{"<=", ">"}, {"<", ">="}}};
  return &all[named->stricter == YS_STRICTER_LESS][named->exclusive];
}

static ys_status found_unlike(ys_arena *arena, const ys_rule *rule,
                              const ys_unlike *unlike, ys_str *found) {
  return ys_str_fill(arena, "%s %s %s not implemented",
                     YS_WORDS(ys_kind_name(unlike->left),
                              ys_cstr(signs_of(rule->named)->wanted),
                              ys_kind_name(unlike->right)),
                     found);
}

static bool is_nan(const ys_slot *value) {
  return value->kind == YS_FLOAT && isnan(value->u.number);
}

/* Says why a bound does not hold, although the two can be compared. */
static ys_status found_beyond(ys_arena *arena, const ys_rule *rule,
                              ys_str *found) {
  ys_buf buf = ys_buf_of(arena->memory);
  ys_buf_fill(&buf, "value %s ", YS_WORDS(ys_cstr(signs_of(rule->named)->met)));
  ys_rule_show(&buf, rule->argument);
  return ys_buf_keep(&buf, arena, found);
}

/* Compares a value with a bound. Most are integers of 64 bits. */
static ys_order order_of(const ys_slot *value, const ys_slot *argument,
                         ys_unlike *unlike) {
  if (value->kind != YS_INT || argument->kind != YS_INT ||
      ((value->flags | argument->flags) & YS_SLOT_UNSIGNED) != 0)
    return ys_compare(value, argument, unlike);
  if (value->u.integer == argument->u.integer) return YS_SAME;
  return value->u.integer < argument->u.integer ? YS_LESS : YS_GREATER;
}

static ys_status test_bound(ys_space *space, const ys_rule *rule,
                            const ys_slot *value, ys_finding *finding) {
  const ys_named_rule *named = rule->named;
  const ys_order side =
      named->stricter == YS_STRICTER_LESS ? YS_LESS : YS_GREATER;
  ys_arena *arena = ys_space_records(space);
  ys_unlike unlike;
  const ys_order order = order_of(value, rule->argument, &unlike);
  finding->holds = order == side || (order == YS_SAME && !named->exclusive);
  if (finding->holds) return YS_OK;
  if (order == YS_UNLIKE)
    return found_unlike(arena, rule, &unlike, &finding->found);
  if (order != YS_UNORDERED) return found_beyond(arena, rule, &finding->found);
  finding->found =
      is_nan(value) ? YS_STR("value is .nan") : YS_STR("comparison with .nan");
  return YS_OK;
}

/* ---- multiple_of --------------------------------------------------------- */

/* The size of a number as it is written in decimal: `digits` * 10^`exponent`.
 * So 0.3 is a multiple of 0.1, although the double nearest to 0.3 is no
 * multiple of the one nearest to 0.1. */
typedef struct decimal {
  uint64_t digits;
  int exponent;
} decimal;

/* Reads what ys_float_write() has written: at most 17 digits with a
 * point, and perhaps an exponent. */
static decimal read_decimal(const char *text, const char *end) {
  decimal d = {0, 0};
  bool fraction = false, negative;
  int exponent = 0;
  for (; text < end && *text != 'e'; text++) {
    fraction |= *text == '.';
    if (*text < '0' || *text > '9') continue;
    d.digits = d.digits * 10 + (uint64_t)(*text - '0');
    d.exponent -= fraction;
  }
  if (text == end) return d;
  negative = *++text == '-';
  for (; text < end; text++)
    if (ys_is_digit(*text)) exponent = exponent * 10 + (*text - '0');
  d.exponent += negative ? -exponent : exponent;
  return d;
}

/* The number must be finite. */
static decimal decimal_of(const ys_slot *number) {
  char text[32];
  if (number->kind == YS_FLOAT)
    return read_decimal(text, text + ys_float_write(number->u.number, text));
  if ((number->flags & YS_SLOT_UNSIGNED) != 0 || number->u.integer >= 0)
    return (decimal){number->u.natural, 0};
  return (decimal){0 - number->u.natural, 0};
}

static uint64_t add_modulo(uint64_t a, uint64_t b, uint64_t modulus) {
  return a >= modulus - b ? a - (modulus - b) : a + b;
}

/* Whether digits * 10^tens is a multiple of `of`. */
static bool is_multiple(uint64_t digits, int tens, uint64_t of) {
  uint64_t rest = digits % of;
  for (; tens > 0 && rest > 0; tens--) {
    const uint64_t twice = add_modulo(rest, rest, of);
    const uint64_t five_times =
        add_modulo(add_modulo(twice, twice, of), rest, of);
    rest = add_modulo(five_times, five_times, of);
  }
  return rest == 0;
}

static bool divides(const decimal *of, const decimal *number) {
  uint64_t digits = of->digits;
  if (number->digits == 0) return true;
  if (number->exponent >= of->exponent)
    return is_multiple(number->digits, number->exponent - of->exponent, digits);
  for (int tens = of->exponent - number->exponent; tens > 0; tens--) {
    if (digits > number->digits / 10) return false;
    digits *= 10;
  }
  return number->digits % digits == 0;
}

static bool is_finite(const ys_slot *number) {
  return number->kind == YS_INT || isfinite(number->u.number);
}

static bool is_positive(const ys_slot *number) {
  if (number->kind == YS_FLOAT) return number->u.number > 0;
  return (number->flags & YS_SLOT_UNSIGNED) != 0 || number->u.integer > 0;
}

static ys_status prepare_multiple_of(ys_preparation *p) {
  if (!is_finite(p->argument) || !is_positive(p->argument))
    return ys_str_fill(&p->space->arena,
                       "expected keyword argument \"%s\" to be a number "
                       "greater than 0, but was %s",
                       YS_WORDS(p->name, p->text), &p->problem);
  return YS_OK;
}

static ys_status test_multiple_of(ys_space *space, const ys_rule *rule,
                                  const ys_slot *value, ys_finding *finding) {
  const bool number = value->kind == YS_INT || value->kind == YS_FLOAT;
  if (number && is_finite(value)) {
    const decimal of = decimal_of(rule->argument), given = decimal_of(value);
    finding->holds = divides(&of, &given);
  }
  if (finding->holds) return YS_OK;
  return ys_rule_found_value(ys_space_records(space), value, finding);
}

/* Shared by the rules for the ends of a range. */
#define BOUND                                                                  \
  .family = "bound", .subject = YS_ABOUT_NUMBER, .takes = YS_VALUES,           \
  .words = "a value to compare with", .suits_by = ys_rule_suits_bound,         \
  .test = test_bound

const ys_named_rule ys_bound_rules[] = {
    {.name = "min",
     .sentence = "The value is at least this.",
     .sample = {"1", "1", "0"},
     BOUND,
     .stricter = YS_STRICTER_GREATER,
     .must_be = "a value >= "},
    {.name = "max",
     .sentence = "The value is at most this.",
     .sample = {"10", "10", "11"},
     BOUND,
     .stricter = YS_STRICTER_LESS,
     .must_be = "a value <= "},
    {.name = "exclusive_min",
     .sentence = "The value is greater than this.",
     .sample = {"0", "1", "0"},
     BOUND,
     .stricter = YS_STRICTER_GREATER,
     .exclusive = true,
     .must_be = "a value > "},
    {.name = "exclusive_max",
     .sentence = "The value is less than this.",
     .sample = {"10", "9", "10"},
     BOUND,
     .stricter = YS_STRICTER_LESS,
     .exclusive = true,
     .must_be = "a value < "},
    {.name = "multiple_of",
     .sentence = "The number is a multiple of this.",
     .sample = {"5", "10", "12"},
     .family = "bound",
     .subject = YS_ABOUT_NUMBER,
     .stricter = YS_STRICTER_MULTIPLE,
     .takes = YS_NUMBERS,
     .words = "a number greater than 0",
     .must_be = "a multiple of ",
     .suits = YS_NUMBERS,
     .prepare = prepare_multiple_of,
     .test = test_multiple_of},
    {.name = NULL},
};
