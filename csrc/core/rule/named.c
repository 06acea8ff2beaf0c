#include "core/rule/parts.h"
#include "core/scalar/scalar.h"
#include "core/scalar/show.h"

#include <math.h>

/* The most bytes of a value that are shown in a message. */
#define SHOWN_VALUE 80

/* ---- texts --------------------------------------------------------------- */

void ys_rule_show(ys_buf *buf, const ys_slot *value) {
  ys_show_value(buf, value, false);
}

ys_status ys_rule_must_be(ys_preparation *p, const char *before) {
  const ys_str parts[] = {ys_cstr(before), p->text};
  return ys_str_join(&p->space->arena, parts, 2, &p->must_be);
}

ys_status ys_rule_wrong_kind(ys_preparation *p, ys_str expected) {
  const ys_str parts[] = {YS_STR("expected keyword argument \""),
                          p->name,
                          YS_STR("\" to be "),
                          expected,
                          YS_STR(", but was "),
                          ys_kind_name((ys_kind)p->argument->kind)};
  return ys_str_join(&p->space->arena, parts, 6, &p->problem);
}

/* Cuts the text to at most `size` bytes without splitting a character. */
static ys_str cut(ys_str text, size_t size) {
  if (text.len <= size) return text;
  while (size > 0 && ((unsigned char)text.ptr[size] & 0xC0) == 0x80)
    size--;
  return (ys_str){text.ptr, size};
}

ys_status ys_rule_found_value(ys_arena *arena, const ys_slot *value,
                              ys_finding *finding) {
  ys_buf buf;
  finding->shows_value = true;
  ys_buf_init(&buf, arena->memory);
  if (value->kind == YS_STRING) {
    const ys_str text = ys_slot_text(value), shown = cut(text, SHOWN_VALUE);
    ys_show_quoted(&buf, shown);
    if (shown.len < text.len) ys_buf_cstr(&buf, "...");
  } else {
    ys_show_value(&buf, value, false);
    ys_buf_cstr(&buf, ", of type ");
    ys_buf_add(&buf, ys_kind_name((ys_kind)value->kind));
  }
  return ys_buf_keep(&buf, arena, &finding->found);
}

/* ---- min_len, max_len ---------------------------------------------------- */

static ys_status prepare_length(ys_preparation *p, const char *before) {
  if (p->argument->kind == YS_FLOAT && isnan(p->argument->u.number))
    return ys_rule_wrong_kind(p, YS_STR("a number"));
  return ys_rule_must_be(p, before);
}

static ys_status prepare_min_len(ys_preparation *p) {
  return prepare_length(p, "length >= ");
}

static ys_status prepare_max_len(ys_preparation *p) {
  return prepare_length(p, "length <= ");
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
  return ys_is_collection(value) ? (int64_t)value->size : -1;
}

static ys_status invalid_length(ys_arena *arena, const ys_slot *value,
                                int64_t length, ys_str *found) {
  ys_buf buf;
  ys_buf_init(&buf, arena->memory);
  if (length < 0) {
    ys_buf_cstr(&buf, "value of type ");
    ys_buf_add(&buf, ys_kind_name((ys_kind)value->kind));
    ys_buf_cstr(&buf, " has no length");
  } else {
    ys_buf_cstr(&buf, "length = ");
    ys_buf_uint(&buf, (uint64_t)length);
  }
  return ys_buf_keep(&buf, arena, found);
}

static ys_status test_min_len(ys_space *space, const ys_rule *rule,
                              const ys_slot *value, ys_finding *finding) {
  const int64_t length = length_of(value);
  finding->holds = length >= 0 && length >= wanted_length(rule->argument);
  if (finding->holds) return YS_OK;
  return invalid_length(ys_space_records(space), value, length,
                        &finding->found);
}

static ys_status test_max_len(ys_space *space, const ys_rule *rule,
                              const ys_slot *value, ys_finding *finding) {
  const int64_t length = length_of(value);
  finding->holds = length >= 0 && length <= wanted_length(rule->argument);
  if (finding->holds) return YS_OK;
  return invalid_length(ys_space_records(space), value, length,
                        &finding->found);
}

/* ---- not_null ------------------------------------------------------------ */

static ys_status prepare_not_null(ys_preparation *p) {
  p->must_be = YS_STR("not null");
  return YS_OK;
}

static ys_status test_not_null(ys_space *space, const ys_rule *rule,
                               const ys_slot *value, ys_finding *finding) {
  (void)space;
  finding->holds = value->kind != YS_NULL || !rule->argument->u.boolean;
  if (!finding->holds) finding->found = YS_STR("value is null");
  return YS_OK;
}

/* ---- the table ----------------------------------------------------------- */

#define BIT(kind) (1U << (kind))

enum {
  NUMBERS = BIT(YS_INT) | BIT(YS_FLOAT),
  LISTS = BIT(YS_ARRAY) | BIT(YS_MAP),
  SIZED = BIT(YS_STRING) | LISTS,
  VALUES = BIT(YS_NULL) | BIT(YS_BOOL) | NUMBERS | BIT(YS_STRING) | LISTS
};

static const ys_named_rule rules[] = {
    {"min", NULL, VALUES, "a value to compare with", 0, ys_rule_suits_bound,
     ys_prepare_min, ys_test_min},
    {"max", NULL, VALUES, "a value to compare with", 0, ys_rule_suits_bound,
     ys_prepare_max, ys_test_max},
    {"exclusive_min", NULL, VALUES, "a value to compare with", 0,
     ys_rule_suits_bound, ys_prepare_exclusive_min, ys_test_exclusive_min},
    {"exclusive_max", NULL, VALUES, "a value to compare with", 0,
     ys_rule_suits_bound, ys_prepare_exclusive_max, ys_test_exclusive_max},
    {"multiple_of", NULL, NUMBERS, "a number greater than 0", NUMBERS, NULL,
     ys_prepare_multiple_of, ys_test_multiple_of},
    {"min_len", NULL, NUMBERS, "a number", SIZED, NULL, prepare_min_len,
     test_min_len},
    {"max_len", NULL, NUMBERS, "a number", SIZED, NULL, prepare_max_len,
     test_max_len},
    {"not_null", NULL, BIT(YS_BOOL), "a boolean", VALUES, NULL,
     prepare_not_null, test_not_null},
    /* ytt refuses values, not the schema. */
    {"one_not_null", NULL, BIT(YS_BOOL) | BIT(YS_ARRAY),
     "True or a sequence of keys", VALUES, NULL, ys_prepare_one_not_null,
     ys_test_one_not_null},
    {"mutually_exclusive", NULL, BIT(YS_ARRAY), "a sequence of keys",
     BIT(YS_MAP), NULL, ys_prepare_exclusive, ys_test_exclusive},
    {"mutually_required", NULL, BIT(YS_ARRAY), "a sequence of keys",
     BIT(YS_MAP), NULL, ys_prepare_all_or_none, ys_test_all_or_none},
    {"at_least_one_of", NULL, BIT(YS_ARRAY), "a sequence of keys", BIT(YS_MAP),
     NULL, ys_prepare_at_least_one, ys_test_at_least_one},
    {"one_of", "enum", LISTS, "a sequence", 0, ys_rule_suits_listed,
     ys_prepare_one_of, ys_test_one_of},
    {"regexp", "pattern", BIT(YS_STRING), "a string", BIT(YS_STRING), NULL,
     ys_prepare_regexp, ys_test_regexp},
    {"format", NULL, BIT(YS_STRING), "a string", 0, ys_rule_suits_format,
     ys_prepare_format, ys_test_format},
    {"unique", NULL, BIT(YS_BOOL), "a boolean", BIT(YS_ARRAY), NULL,
     ys_prepare_unique, ys_test_unique},
    {"starts_with", "prefix", BIT(YS_STRING), "a string", BIT(YS_STRING), NULL,
     ys_prepare_starts_with, ys_test_starts_with},
    {"ends_with", "suffix", BIT(YS_STRING), "a string", BIT(YS_STRING), NULL,
     ys_prepare_ends_with, ys_test_ends_with},
};

enum { RULES = sizeof rules / sizeof rules[0] };

const ys_named_rule *ys_rule_find(ys_str name) {
  for (size_t i = 0; i < RULES; i++)
    if (ys_str_eq(name, ys_cstr(rules[i].name)) ||
        (rules[i].alias != NULL && ys_str_eq(name, ys_cstr(rules[i].alias))))
      return &rules[i];
  return NULL;
}

void ys_rule_offer(ys_nearest *nearest) {
  for (size_t i = 0; i < RULES; i++) {
    ys_nearest_offer(nearest, ys_cstr(rules[i].name));
    if (rules[i].alias != NULL)
      ys_nearest_offer(nearest, ys_cstr(rules[i].alias));
  }
}

/* ---- arguments ----------------------------------------------------------- */

static bool takes(const ys_named_rule *named, const ys_slot *argument) {
  return (named->takes & BIT(argument->kind)) != 0;
}

/* Gives the message of a tuple (argument, message), or NULL. core/rule/rule.h
 * describes when a tuple has a message. */
static const ys_slot *message_of(const ys_named_rule *named,
                                 const ys_slot *value) {
  const bool lists = (named->takes & BIT(YS_ARRAY)) != 0;
  if (value->kind != YS_ARRAY || (value->flags & YS_SLOT_TUPLE) == 0 ||
      value->size != 2 || ys_slot_last(value)->kind != YS_STRING)
    return NULL;
  if (lists && !takes(named, ys_slot_first(value))) return NULL;
  return ys_slot_last(value);
}

const ys_slot *ys_rule_groups(const ys_named_rule *named, const ys_slot *value,
                              const ys_slot **message) {
  const ys_slot *item;
  *message = message_of(named, value);
  if (*message != NULL) value = ys_slot_first(value);
  if (!ys_rule_is_about_given_keys(named) || value->kind != YS_ARRAY)
    return NULL;
  item = ys_slot_first(value);
  if (item == NULL) return NULL;
  for (; item != NULL; item = item->next)
    if (item->kind != YS_ARRAY) return NULL;
  return value;
}

/* Makes the text that stands for the argument in messages. */
static ys_status spell(ys_preparation *p, const ys_arg *arg) {
  ys_buf buf;
  p->text = arg->text;
  if (!arg->computed) return YS_OK;
  ys_buf_init(&buf, p->space->arena.memory);
  ys_show_value(&buf, p->argument, true);
  return ys_buf_keep(&buf, &p->space->arena, &p->text);
}

ys_status ys_rule_prepare(ys_space *space, const ys_named_rule *named,
                          const ys_arg *arg, ys_rule *out,
                          ys_preparation *preparation) {
  const ys_slot *message = message_of(named, &arg->value);
  ys_preparation *p = preparation;
  *p = (ys_preparation){
      .space = space, .name = arg->name, .argument = &arg->value};
  if (message != NULL) p->argument = ys_slot_first(&arg->value);
  if (!takes(named, p->argument))
    return ys_rule_wrong_kind(p, ys_cstr(named->words));
  YS_TRY(spell(p, arg));
  YS_TRY(named->prepare(p));
  if (p->problem.len > 0) return YS_OK;
  *out = (ys_rule){.named = named,
                   .argument = p->argument,
                   .made = p->made,
                   .must_be = p->must_be,
                   .spells = message == NULL};
  if (message != NULL) out->must_be = ys_slot_text(message);
  return YS_OK;
}

ys_status ys_rule_test(ys_space *space, const ys_rule *rule,
                       const ys_slot *value, ys_finding *finding) {
  *finding = (ys_finding){0};
  return rule->named->test(space, rule, value, finding);
}
