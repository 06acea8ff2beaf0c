#include "ys_meant.h"

#include "ys_check.h"
#include "ys_fields.h"
#include "ys_rule.h"

static ys_status test(ys_space *space, const ys_validation *validation,
                      const ys_slot *slot, bool *holds) {
  if (validation->when != 0) return YS_OK;
  if (slot->kind == YS_NULL) {
    *holds = !validation->not_null;
    return YS_OK;
  }
  for (uint32_t i = 0; *holds && i < validation->count; i++) {
    ys_finding finding;
    if (validation->rules[i].named == NULL) continue;
    YS_TRY(ys_rule_test(space, &validation->rules[i], slot, &finding));
    *holds = finding.holds;
  }
  return YS_OK;
}

/* Rules of collections wait until they are complete. Recursion is bounded by
 * the limit on depth. */
static ys_status rules_hold(ys_space *space, const ys_field *field,
                            const ys_slot *slot, bool *holds) {
  const ys_field *below = field->item;
  uint32_t expect = 0;
  if (!field->has_rules || (slot->flags & YS_SLOT_PENDING) != 0) return YS_OK;
  if (!ys_is_collection(slot)) {
    for (const ys_validation *v = field->validations; v && *holds; v = v->next)
      YS_TRY(test(space, v, slot, holds));
    return YS_OK;
  }
  if (slot->kind != field->kind) return YS_OK;
  for (const ys_slot *s = slot->u.items->first; s && *holds; s = s->next) {
    if (slot->kind == YS_MAP)
      YS_TRY(ys_fields_find(space, field->map, s->key, &expect, &below));
    if (below != NULL) YS_TRY(rules_hold(space, below, s, holds));
  }
  return YS_OK;
}

ys_status ys_meant(ys_space *space, const ys_choice *choice,
                   const ys_slot *slot, const ys_field **out) {
  const bool alone = choice->mode == YS_ONE_OF;
  const ys_path document = {0};
  const ys_field *fitting = NULL, *meant = NULL;
  bool several_fit = false, several_meant = false;
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_field *alternative = &choice->alternatives[i];
    bool fits, holds = true;
    YS_TRY(ys_check_fits(space, alternative, slot, &document, YS_CHECK_MERGED,
                         &fits, NULL));
    if (!fits) continue;
    several_fit |= fitting != NULL;
    if (fitting == NULL) fitting = alternative;
    YS_TRY(rules_hold(space, alternative, slot, &holds));
    if (!holds) continue;
    several_meant |= meant != NULL;
    if (meant == NULL) meant = alternative;
    if (!alone) break;
  }
  if (meant != NULL)
    *out = alone && several_meant ? NULL : meant;
  else
    *out = alone && several_fit ? NULL : fitting;
  return YS_OK;
}
