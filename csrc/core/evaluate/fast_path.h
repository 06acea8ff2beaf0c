#pragma once

/* core/evaluate/fast_path.h - Recognizes values that need no visit of the
 * validation: most values satisfy all their rules by a quick test
 * (core/rule/quick.h). */

#include "core/coverage/coverage.h"
#include "core/evaluate/validate.h"
#include "core/provenance/provenance.h"
#include "core/rule/quick.h"

/* Whether it is not asked which rules were tested, so that a quick test will
 * do. */
static inline bool ys_validate_quickly(const ys_space *space) {
  return ys_coverage_of(space) == NULL && ys_provenance_of(space) == NULL;
}

/* Whether nothing but its own rules has to be done for a slot. */
static inline bool ys_has_only_rules(const ys_field *field,
                                     const ys_slot *slot) {
  return !ys_is_collection(slot) && field->choice == NULL &&
         field->implied == YS_IMPLIED_NOTHING &&
         (slot->flags & YS_SLOT_DIRTY) == 0;
}

/* Whether a scalar certainly satisfies all rules of its field. */
static inline bool ys_is_quickly_valid(const ys_field *field,
                                       const ys_slot *slot) {
  const ys_validation *validation = field->validations;
  if (!ys_has_only_rules(field, slot)) return false;
  for (; validation != NULL; validation = validation->next) {
    if (validation->json != NULL) return false;
    if (slot->kind == YS_NULL && validation->not_null == NULL) continue;
    if (slot->kind == YS_NULL || validation->when != 0) return false;
    for (uint32_t i = 0; i < validation->count; i++)
      if (!ys_rule_surely_holds(&validation->rules[i], slot)) return false;
  }
  return true;
}

/* Skips children of a collection, as long as they stand in the schema's order,
 * and have no rules or certainly satisfy them. Returns the first other one, or
 * NULL. `index` is that of the child. */
static inline ys_slot *ys_skip_certain(const ys_field *field, ys_slot *child,
                                       uint32_t *index) {
  const ys_map_type *map = field->kind == YS_ARRAY ? NULL : field->map;
  if (map != NULL && map->shadowed) return child;
  for (; child != NULL; child = child->next, ++*index) {
    const ys_field *below = field->item;
    if (map != NULL) {
      if (*index >= map->shape->count || map->shape->keys[*index] != child->key)
        return child;
      below = &map->fields[*index];
    }
    if (below->has_rules && (child->flags & YS_UNFIT) == 0 &&
        !ys_is_quickly_valid(below, child))
      return child;
  }
  return NULL;
}
