#include "core/compile/rule_types.h"

#include "core/rule/rule.h"

/* The fields that are visited for a rule. Alternatives may have alternatives
 * again, and lead to the same ones in very many ways. */
enum { MOST_VISITS = 10000 };

/* Every kind but null, which no rule gets. */
static const ys_kinds all_kinds = YS_KINDS_ANY & ~YS_KINDS(YS_NULL);

/* The kinds that a field accepts. `left` bounds the visits; after the last one,
 * a field counts as one that accepts them all. */
static ys_kinds kinds_of(const ys_field *field, uint32_t *left) {
  const ys_choice *choice = field->choice;
  ys_kinds kinds = 0;
  if (*left == 0) return all_kinds;
  --*left;
  if (choice == NULL) return field->kinds & all_kinds;
  for (uint32_t i = 0; i < choice->count && kinds != all_kinds; i++)
    kinds |= kinds_of(&choice->alternatives[i], left);
  return kinds;
}

/* What a report calls the type. */
static ys_status words_of(ys_compiling *c, const ys_field *field,
                          ys_kinds kinds, ys_str *out) {
  ys_field all = *field;
  if (field->choice == NULL)
    return ys_field_words(&c->space->arena, field, out);
  all.named = kinds;
  return ys_field_words(&c->space->arena, &all, out);
}

/* A copy of a definition has the validations of the definition, too. */
static bool is_inherited(const ys_field *field, const ys_validation *v) {
  const ys_validation *other =
      field->like == NULL ? NULL : field->like->field->validations;
  for (; other != NULL; other = other->next)
    if (other->rules == v->rules) return true;
  return false;
}

static ys_status check(ys_compiling *c, const ys_field *field,
                       const ys_validation *v) {
  uint32_t left = MOST_VISITS;
  const ys_kinds kinds = kinds_of(field, &left);
  ys_str words;
  if (kinds == 0 || kinds == all_kinds) return YS_OK;
  for (uint32_t i = 0; i < v->count; i++) {
    const ys_rule *rule = &v->rules[i];
    const ys_kinds suits = ys_rule_suits(rule);
    if (suits == 0 || (suits & kinds) != 0) continue;
    YS_TRY(words_of(c, field, kinds, &words));
    YS_TRY(ys_rule_unsuited(c->space, v->place, rule, field, kinds, words));
  }
  return YS_OK;
}

/* Recursion is bounded by the depth of the schema. */
static ys_status walk(ys_compiling *c, const ys_field *field) {
  const ys_field *below;
  if (!field->has_rules) return YS_OK;
  for (const ys_validation *v = field->validations; v != NULL; v = v->next)
    if (!is_inherited(field, v)) YS_TRY(check(c, field, v));
  if (field->like != NULL) return YS_OK;
  for (uint32_t i = 0; (below = ys_field_child(field, i)) != NULL; i++)
    YS_TRY(walk(c, below));
  return YS_OK;
}

ys_status ys_compile_rule_types(ys_compiling *c, const ys_field *root) {
  /* Older schemas are read as they always were. */
  if (c->reading.rules != YS_DIALECT_CURRENT) return YS_OK;
  for (const ys_draft *d = c->drafts; d != NULL; d = d->next)
    YS_TRY(walk(c, d->made.field));
  return walk(c, root);
}
