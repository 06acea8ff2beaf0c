#include "core/rule/parts.h"
#include "core/rule/quick.h"
#include "core/scalar/show.h"

/* The most bytes of a value that are shown in a message. */
#define SHOWN_VALUE 80

/* ---- texts --------------------------------------------------------------- */

void ys_rule_show(ys_buf *buf, const ys_slot *value) {
  ys_show_value(buf, value, false);
}

ys_status ys_rule_invalid_kind(ys_preparation *p, ys_str expected) {
  return ys_str_fill(
      &p->space->arena, "expected keyword argument \"%s\" to be %s, but was %s",
      YS_WORDS(p->name, expected, ys_kind_name((ys_kind)p->argument->kind)),
      &p->problem);
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
  finding->shows_value = true;
  ys_buf buf = ys_buf_of(arena->memory);
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

/* ---- json_schema --------------------------------------------------------- */

/* The value as it was given is tested, after what is in it
 * (core/jsonrule/jsonrule.h). */
static ys_status test_json_schema(ys_space *space, const ys_rule *rule,
                                  const ys_slot *value, ys_finding *finding) {
  (void)space, (void)rule, (void)value;
  finding->failed = true;
  finding->found = YS_STR("the JSON Schema is known to its schema only");
  return YS_OK;
}

/* ---- cel -------------------------------------------------------------------
 */

/* The host evaluates the expression: the rule of a schema has a closure. */
static ys_status test_cel(ys_space *space, const ys_rule *rule,
                          const ys_slot *value, ys_finding *finding) {
  (void)space, (void)rule, (void)value;
  finding->failed = true;
  finding->found = YS_STR("the expression is known to its schema only");
  return YS_OK;
}

static const ys_named_rule code_rules[] = {
    {.name = "json_schema",
     .sentence =
         "The value, without defaults, is valid by this part of a JSON Schema: "
         "an address such as `\"#/definitions/port\"`. The JSON Schema stands "
         "in a document with `#@schema/json-schema`.",
     .word = YS_RULE_JSON_SCHEMA,
     .subject = YS_ABOUT_GIVEN,
     .takes = YS_KINDS(YS_STRING) | YS_KINDS(YS_ARRAY),
     .words = "a string or a list",
     .suits = YS_KINDS_ANY,
     .must_be = "valid by JSON Schema ",
     .test = test_json_schema},
    {.name = "cel",
     .sentence = "This expression of CEL, in which `self` is the value, is "
                 "true.",
     .sample = {"\"self % 2 == 0\"", "4", "3"},
     .word = YS_RULE_CEL,
     .subject = YS_ABOUT_VALUE,
     .takes = YS_KINDS(YS_STRING) | YS_KINDS(YS_MAP) | YS_KINDS(YS_ARRAY),
     .words = "a string, a dict or a list",
     .suits = YS_KINDS_ANY,
     .must_be = "a value for which this is true: ",
     .test = test_cel},
    {.name = NULL}};

/* ---- the table ----------------------------------------------------------- */

static const ys_named_rule *const tables[] = {ys_bound_rules, ys_length_rules,
                                              ys_key_rules,   ys_item_rules,
                                              ys_text_rules,  code_rules};

const ys_named_rule *ys_rule_at(size_t index) {
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
    for (const ys_named_rule *rule = tables[i]; rule->name != NULL; rule++)
      if (index-- == 0) return rule;
  return NULL;
}

const ys_named_rule *ys_rule_find(ys_str name) {
  const ys_named_rule *rule;
  for (size_t i = 0; (rule = ys_rule_at(i)) != NULL; i++)
    if (ys_str_eq(name, ys_cstr(rule->name)) ||
        (rule->alias != NULL && ys_str_eq(name, ys_cstr(rule->alias))))
      return rule;
  return NULL;
}

void ys_rule_offer(ys_nearest *nearest) {
  const ys_named_rule *rule;
  for (size_t i = 0; (rule = ys_rule_at(i)) != NULL; i++) {
    ys_nearest_offer(nearest, ys_cstr(rule->name));
    if (rule->alias != NULL) ys_nearest_offer(nearest, ys_cstr(rule->alias));
  }
}

/* ---- arguments ----------------------------------------------------------- */

static bool takes(const ys_named_rule *named, const ys_slot *argument) {
  return (named->takes & YS_KINDS(argument->kind)) != 0;
}

/* Gives the message of a tuple (argument, message), or NULL. core/rule/rule.h
 * says which tuples have one. */
static const ys_slot *message_of(const ys_named_rule *named,
                                 const ys_slot *value) {
  const bool lists = (named->takes & YS_KINDS(YS_ARRAY)) != 0;
  if (value->kind != YS_ARRAY || (value->flags & YS_SLOT_TUPLE) == 0 ||
      ys_slot_size(value) != 2 || ys_slot_last(value)->kind != YS_STRING)
    return NULL;
  if (lists && !takes(named, ys_slot_first(value))) return NULL;
  return ys_slot_last(value);
}

const ys_slot *ys_rule_groups(const ys_named_rule *named, const ys_slot *value,
                              const ys_slot **message) {
  const ys_slot *item;
  *message = message_of(named, value);
  if (*message != NULL) value = ys_slot_first(value);
  if (named->subject != YS_ABOUT_GIVEN_KEYS || value->kind != YS_ARRAY)
    return NULL;
  item = ys_slot_first(value);
  if (item == NULL) return NULL;
  for (; item != NULL; item = item->next)
    if (item->kind != YS_ARRAY) return NULL;
  return value;
}

/* Sets `must_be` to the rule's words followed by the text of the argument. */
static ys_status describe(ys_preparation *p) {
  return ys_str_fill(&p->space->arena, "%s%s",
                     YS_WORDS(ys_cstr(p->named->must_be), p->text),
                     &p->must_be);
}

/* Makes the text that stands for the argument in messages. */
static ys_status spell(ys_preparation *p, const ys_arg *arg) {
  p->text = arg->text;
  if (!arg->computed) return YS_OK;
  ys_buf buf = ys_buf_of(p->space->arena.memory);
  ys_show_value(&buf, p->argument, true);
  return ys_buf_keep(&buf, &p->space->arena, &p->text);
}

ys_status ys_rule_prepare(ys_space *space, const ys_named_rule *named,
                          const ys_arg *arg, ys_rule *out,
                          ys_preparation *preparation) {
  const ys_slot *message = message_of(named, &arg->value);
  ys_preparation *p = preparation;
  *p = (ys_preparation){.space = space,
                        .named = named,
                        .name = arg->name,
                        .argument = &arg->value};
  if (message != NULL) p->argument = ys_slot_first(&arg->value);
  if (!takes(named, p->argument))
    return ys_rule_invalid_kind(p, ys_cstr(named->words));
  YS_TRY(spell(p, arg));
  if (named->prepare != NULL) YS_TRY(named->prepare(p));
  if (p->problem.len > 0) return YS_OK;
  if (p->must_be.len == 0) YS_TRY(describe(p));
  *out = (ys_rule){.named = named,
                   .argument = p->argument,
                   .made = p->made,
                   .must_be = p->must_be,
                   .spells = message == NULL};
  if (message != NULL) out->must_be = ys_slot_text(message);
  ys_rule_set_quick(out);
  return YS_OK;
}

ys_status ys_rule_test(ys_space *space, const ys_rule *rule,
                       const ys_slot *value, ys_finding *finding) {
  *finding = (ys_finding){0};
  return rule->named->test(space, rule, value, finding);
}
