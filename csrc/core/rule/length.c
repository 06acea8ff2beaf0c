/* core/rule/length.c - Named rules about lengths. */

#include "core/rule/parts.h"

#include <math.h>

static ys_status prepare_length(ys_preparation *p) {
  if (p->argument->kind == YS_FLOAT && isnan(p->argument->u.number))
    return ys_rule_invalid_kind(p, YS_STR("a number"));
  return YS_OK;
}

/* The length asked for, without its fraction (reference#named-rules). No value
 * is longer than 4 GiB, so numbers beyond 64 bits may be cut as well. */
static int64_t wanted_length(const ys_slot *argument) {
  if (argument->kind == YS_INT)
    return argument->flags & YS_SLOT_UNSIGNED ? INT64_MAX : argument->u.integer;
  if (argument->u.number >= 9e18) return INT64_MAX;
  return argument->u.number <= -9e18 ? INT64_MIN : (int64_t)argument->u.number;
}

/* The length of a value, or -1 if values of its kind have no length. */
static int64_t length_of(const ys_slot *value) {
  if (value->kind == YS_STRING)
    return (int64_t)ys_utf8_count(ys_slot_text(value));
  return ys_is_collection(value) ? (int64_t)ys_slot_size(value) : -1;
}

static ys_status found_length(ys_arena *arena, const ys_slot *value,
                              const char *what, int64_t length, ys_str *found) {
  if (length < 0)
    return ys_str_fill(
        arena, "value of type %s has no %s",
        YS_WORDS(ys_kind_name((ys_kind)value->kind), ys_cstr(what)), found);
  return ys_str_fill(arena, "%s = %s",
                     YS_WORDS(ys_cstr(what), YS_UINT((uint64_t)length)), found);
}

static ys_status test_length(ys_space *space, const ys_rule *rule,
                             const ys_slot *value, ys_finding *finding) {
  const int64_t length = length_of(value);
  const int64_t wanted = wanted_length(rule->argument);
  finding->holds = length >= 0 && (rule->named->stricter == YS_STRICTER_GREATER
                                       ? length >= wanted
                                       : length <= wanted);
  if (finding->holds) return YS_OK;
  return found_length(ys_space_records(space), value, "length", length,
                      &finding->found);
}

static ys_status test_max_bytes(ys_space *space, const ys_rule *rule,
                                const ys_slot *value, ys_finding *finding) {
  const int64_t bytes =
      value->kind == YS_STRING ? (int64_t)ys_slot_text(value).len : -1;
  finding->holds = bytes >= 0 && bytes <= wanted_length(rule->argument);
  if (finding->holds) return YS_OK;
  return found_length(ys_space_records(space), value, "length in bytes", bytes,
                      &finding->found);
}

/* Shared by the rules for lengths. */
#define LENGTH                                                                 \
  .family = "bound", .subject = YS_ABOUT_LENGTH, .takes = YS_NUMBERS,          \
  .words = "a number", .prepare = prepare_length

const ys_named_rule ys_length_rules[] = {
    {.name = "min_len",
     .sentence = "A string has at least so many characters, an array so many "
                 "items, a map so many keys.",
     .sample = {"2", "ab", "a"},
     LENGTH,
     .stricter = YS_STRICTER_GREATER,
     .keywords = {"minLength", "minItems", "minProperties"},
     .must_be = "length >= ",
     .suits = YS_SIZED,
     .test = test_length},
    {.name = "max_len",
     .sentence = "A string has at most so many characters, an array so many "
                 "items, a map so many keys.",
     .sample = {"2", "ab", "abc"},
     LENGTH,
     .stricter = YS_STRICTER_LESS,
     .keywords = {"maxLength", "maxItems", "maxProperties"},
     .must_be = "length <= ",
     .suits = YS_SIZED,
     .test = test_length},
    {.name = "max_bytes",
     .sentence = "The string has at most so many bytes in UTF-8.",
     .sample = {"2", "ab", "äb"},
     LENGTH,
     .stricter = YS_STRICTER_LESS,
     .bytes = true,
     .keywords = {"maxLength"},
     .must_be = "length in bytes <= ",
     .suits = YS_KINDS(YS_STRING),
     .test = test_max_bytes},
    {.name = NULL},
};
