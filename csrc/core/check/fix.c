/* core/check/fix.c - What corrects an invalid value, where only one thing can
 * be meant. */

#include "core/check/fix.h"

#include "core/check/checker.h"
#include "core/rule/rule.h"
#include "core/scalar/scalar.h"
#include "core/scalar/show.h"
#include "core/tree/gap.h"

/* ---- quotes -------------------------------------------------------------- */

/* Whether a text without quotes is the same scalar, of a kind that the field
 * accepts, in YAML 1.1 and in YAML 1.2. */
static bool means_one_thing(const ys_field *field, ys_str text) {
  ys_slot old = {0}, core = {0};
  return ys_scalar_resolve(text, &old) == YS_SCALAR_OK &&
         ys_scalar_resolve_core(text, &core) == YS_SCALAR_OK &&
         old.kind == core.kind && old.kind != YS_NULL &&
         old.kind != YS_STRING && ys_slot_equal(&old, &core) &&
         ys_field_takes(field, (ys_kind)core.kind);
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

ys_fix ys_fix_text(const ys_space *space, const ys_slot *slot, ys_str meant) {
  if (meant.len == 0 || !ys_gap_is_given(space, slot)) return (ys_fix){0};
  return (ys_fix){
      .action = YS_FIX_REPLACE, .kind = YS_VALUE_STRING, .text = meant};
}

/* How near a key is to the missing keys of a map, and to one of them. */
static bool may_be(ys_checker *c, const ys_map_type *type, ys_slot *map,
                   ys_str given, const ys_key *key) {
  const ys_shape *shape = type->shape;
  ys_nearest all, one;
  ys_nearest_init(&one, given);
  ys_nearest_offer(&one, key->text);
  if (one.best.len == 0) return false;
  c->fix_effort += shape->count;
  ys_nearest_init(&all, given);
  for (uint32_t i = 0; i < shape->count; i++)
    if (ys_map_find(&c->space->arena, map, shape->keys[i]) == NULL)
      ys_nearest_offer(&all, shape->keys[i]->text);
  return one.distance <= all.distance;
}

/* Whether another unknown key of the map may be meant for the same missing one.
 * After very many comparisons, one may. */
static bool is_claimed(ys_checker *c, const ys_map_type *type, ys_slot *map,
                       const ys_slot *entry, const ys_key *key) {
  enum { ENOUGH = 100000 };
  for (const ys_slot *s = ys_slot_first(map); s != NULL; s = s->next) {
    if (s == entry || s->key->kind != YS_STRING ||
        ys_shape_find(type->shape, s->key, 0) >= 0)
      continue;
    if (c->fix_effort++ >= ENOUGH) return true;
    if (may_be(c, type, map, s->key->text, key)) return true;
  }
  return false;
}

ys_fix ys_fix_key(ys_checker *c, const ys_map_type *type, const ys_slot *entry,
                  ys_slot *map, const ys_key *sure) {
  if (sure == NULL || map == NULL || entry->key->kind != YS_STRING ||
      ys_checker_is_own(c) || !ys_gap_is_given(c->space, entry) ||
      ys_map_find(&c->space->arena, map, sure) != NULL ||
      is_claimed(c, type, map, entry, sure))
    return (ys_fix){0};
  return (ys_fix){.action = YS_FIX_RENAME, .text = sure->text};
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
  ys_diag shown = {0};
  *out = (ys_fix){0};
  if (only == NULL || field->sensitive || field->nullable) return YS_OK;
  YS_TRY(ys_show_in_record(ys_space_records(c->space), only, false, &shown));
  if (shown.value_kind != YS_VALUE_WORD)
    *out = (ys_fix){YS_FIX_ADD, shown.value_kind, shown.value};
  return YS_OK;
}
