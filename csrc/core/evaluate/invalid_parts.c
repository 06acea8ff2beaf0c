#include "core/evaluate/invalid_parts.h"

#include "core/coverage/coverage.h"
#include "core/provenance/provenance.h"
#include "core/type/text_rules.h"

void ys_invalid_parts_set_gap(ys_diag *first, ys_gap gap) {
  for (ys_diag *diag = first; diag != NULL; diag = diag->next)
    if (diag->gap.at.line == 0) diag->gap = gap;
}

void ys_invalid_parts_move(ys_diags *outcome, const ys_slot *slot, ys_gap gap,
                           ys_diags *found) {
  ys_diag **first = &outcome->first;
  while (*first != NULL && (*first)->owner == slot) {
    ys_diag *diag = *first;
    *first = diag->next;
    diag->owner = NULL;
    if (diag->gap.at.line == 0) diag->gap = gap;
    ys_diags_append(found, diag);
  }
}

ys_status ys_invalid_parts_rules(ys_space *space, const ys_typed *value,
                                 const ys_validation **out) {
  const ys_slot *slot = value->slot;
  bool variable = false;
  *out = (slot->flags & YS_SLOT_DIRTY) != 0 ? NULL : value->field->validations;
  if (*out != NULL && slot->kind == YS_STRING)
    YS_TRY(ys_is_variable(space, value->field, slot, &variable));
  if (variable) *out = NULL;
  return YS_OK;
}

ys_status ys_invalid_parts_by_json(ys_space *space, ys_diags *found,
                                   const ys_typed *value) {
  const ys_field *field = value->field;
  const ys_json_subject subject = {.space = space,
                                   .found = found,
                                   .value = value->slot,
                                   .path = &value->path,
                                   .masked = field->has_sensitive};
  bool variable;
  YS_TRY(ys_is_variable(space, field, value->slot, &variable));
  if (variable) return YS_OK;
  return ys_json_rule_validate(field->json, &subject);
}

/* ---- rules that are JSON Schemas ----------------------------------------- */

/* Records that a rule does not hold that found nothing: it is one that a test
 * of the schema has changed. */
static ys_status record_changed(const ys_invalid_parts *owner,
                                const ys_validation *validation) {
  ys_arena *arena = ys_space_records(owner->space);
  ys_diag *diag =
      ys_diags_add(owner->found, arena, YS_E_RULE,
                   ys_slot_place(owner->value->slot), validation->place);
  if (diag == NULL) return YS_NOMEM;
  diag->rule = ys_cstr(validation->json->named->name);
  diag->args[0] = validation->json->must_be;
  return ys_path_text(arena, &owner->value->path, &diag->path);
}

static ys_status test_json(const ys_invalid_parts *owner,
                           const ys_validation *validation,
                           ys_reported *reported) {
  const ys_typed *about = owner->value;
  const ys_rule *rule = validation->json;
  const ys_jsonrule_value value = {owner->space, owner->found, about->field,
                                   about->slot,  &about->path, owner->gap};
  const ys_diags before = *owner->found;
  bool holds;
  YS_TRY(ys_jsonrule_test(&value, rule, reported, &holds));
  const bool decided = ys_coverage_closure(owner->space, rule, holds);
  if (decided && !holds) ys_diags_restore(owner->found, &before);
  if (holds && !decided) return record_changed(owner, validation);
  if (!decided || owner->found != &owner->space->diags) return YS_OK;
  return ys_provenance_pass(owner->space, about->slot, validation, rule);
}

ys_status ys_invalid_parts_by_rules(const ys_invalid_parts *owner,
                                    ys_reported *reported) {
  const ys_typed *about = owner->value;
  const ys_validation *v = about->field->validations;
  bool variable;
  YS_TRY(ys_is_variable(owner->space, about->field, about->slot, &variable));
  if (variable) return YS_OK;
  for (; v != NULL; v = v->next)
    if (v->json != NULL) YS_TRY(test_json(owner, v, reported));
  return YS_OK;
}
