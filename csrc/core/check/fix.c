/* core/check/fix.c - The fixes of invalid values and keys that
 * have exactly one possible correction (core/check/checker.h). */

#include "core/check/fix.h"

#include "core/check/checker.h"
#include "core/fix/fix.h"
#include "core/rule/rule.h"

/* ---- quotes -------------------------------------------------------------- */

/* Whether a text without quotes is one scalar, of a kind that the field
 * accepts. */
static bool means_one_thing(const ys_field *field, ys_str text) {
  ys_slot meant;
  return ys_fix_means_one_thing(text, &meant) &&
         ys_field_takes(field, (ys_kind)meant.kind);
}

bool ys_fix_wants_string(const ys_field *field) {
  return ys_field_takes(field, YS_STRING) && !ys_field_takes(field, YS_BOOL) &&
         !ys_field_takes(field, YS_INT) && !ys_field_takes(field, YS_FLOAT);
}

ys_fix ys_fix_kind(const ys_checker *c, const ys_field *field,
                   const ys_slot *slot) {
  if (c->mode != YS_CHECK_DATA || ys_slot_line(slot) == 0) return (ys_fix){0};
  if (slot->kind == YS_STRING && means_one_thing(field, ys_slot_text(slot)))
    return (ys_fix){.action = YS_FIX_UNQUOTE};
  if (ys_is_collection(slot) || slot->kind == YS_NULL ||
      slot->kind == YS_STRING || !ys_fix_wants_string(field))
    return (ys_fix){0};
  return (ys_fix){.action = YS_FIX_QUOTE};
}

/* ---- names --------------------------------------------------------------- */

ys_fix ys_fix_key(ys_checker *c, const ys_map_type *type, const ys_slot *entry,
                  ys_slot *map, const ys_key *sure) {
  const ys_fix_keys keys = {&c->space->arena, map, type->shape, &c->fix_effort};
  if (map == NULL || entry->key->kind != YS_STRING || ys_checker_is_own(c))
    return (ys_fix){0};
  return ys_fix_name(c->space, &keys, entry, sure);
}

/* ---- missing keys -------------------------------------------------------- */

/* The only value that a rule allows, or NULL. */
static const ys_slot *only_value(const ys_rule *rule) {
  if (rule->named == NULL || rule->named->word != YS_RULE_ONE_OF) return NULL;
  return rule->argument->kind == YS_ARRAY && ys_slot_size(rule->argument) == 1
             ? ys_slot_first(rule->argument)
             : NULL;
}

const ys_slot *ys_fixed_value(const ys_field *field) {
  for (const ys_validation *v = field->validations; v != NULL; v = v->next)
    for (uint32_t i = 0; i < v->count && v->when == 0; i++) {
      const ys_slot *only = only_value(&v->rules[i]);
      if (only != NULL && !ys_is_collection(only)) return only;
    }
  return NULL;
}

ys_status ys_fix_missing(const ys_checker *c, const ys_field *field,
                         ys_fix *out) {
  const ys_slot *only = ys_fixed_value(field);
  *out = (ys_fix){0};
  if (only == NULL || field->sensitive || field->nullable) return YS_OK;
  return ys_fix_add(c->space, only, out);
}
