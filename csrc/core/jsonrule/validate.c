/* core/jsonrule/validate.c - Tests values by rules that are parts of a JSON
 * Schema (core/jsonrule/jsonrule.h). */

#include "core/jsonrule/given.h"
#include "core/jsonrule/jsonrule.h"
#include "core/tree/given.h"

/* ---- places that are reported --------------------------------------------
 */

static ys_status note(ys_space *space, ys_reported *reported,
                      const ys_diag *diag) {
  const ys_key *key;
  bool met;
  if (ys_code_group(diag->code) == YS_GROUP_WARNING) return YS_OK;
  YS_TRY(ys_keys_intern(&space->keys, YS_STRING, diag->path, &key));
  return ys_pairs_meet(&reported->paths, &space->arena, key, NULL, &met);
}

/* Notes the records since the last time; all of them if some may have been
 * dropped since (core/text/folding.h). */
static ys_status note_new(ys_space *space, ys_reported *reported,
                          const ys_diags *found) {
  const bool goes_on =
      reported->last != NULL && reported->settled == space->folding.last;
  const ys_diag *diag = goes_on ? reported->last->next : found->first;
  for (; diag != NULL; diag = diag->next)
    YS_TRY(note(space, reported, diag));
  reported->last = found->last;
  reported->settled = space->folding.last;
  return YS_OK;
}

static ys_status is_reported(ys_space *space, const ys_reported *reported,
                             const ys_diag *diag, bool *out) {
  const ys_key *key;
  YS_TRY(ys_keys_intern(&space->keys, YS_STRING, diag->path, &key));
  *out = ys_pairs_get(&reported->paths, key, NULL) != NULL;
  return YS_OK;
}

/* Moves the records about other places to the list of the value. */
static ys_status take(const ys_jsonrule_value *value, ys_reported *reported,
                      ys_diag *diag) {
  YS_TRY(note_new(value->space, reported, value->found));
  for (ys_diag *next; diag != NULL; diag = next) {
    bool is_known;
    next = diag->next;
    YS_TRY(is_reported(value->space, reported, diag, &is_known));
    if (is_known) continue;
    if (diag->gap.at.line == 0) diag->gap = value->gap;
    ys_diag_about(diag, value->field);
    ys_diags_append(value->found, diag);
  }
  return YS_OK;
}

/* ---- a value -------------------------------------------------------------
 */

ys_status ys_jsonrule_test(const ys_jsonrule_value *value, const ys_rule *rule,
                           ys_reported *reported, bool *holds) {
  const ys_json_rule *first = rule->made;
  const bool is_given = ys_slot_is_given(value->slot);
  ys_diags found = {0};
  ys_slot *given = value->slot;
  *holds = true;
  if (!is_given && given->kind == YS_NULL) return YS_OK;
  if (is_given && !first->with_defaults)
    YS_TRY(ys_jsonrule_given(&value->space->arena, &reported->given, given,
                             &given));
  const ys_json_subject subject = {.space = value->space,
                                   .found = &found,
                                   .value = given,
                                   .path = value->path,
                                   .masked = value->field->has_sensitive};
  for (const ys_json_rule *r = first; r != NULL; r = r->next)
    YS_TRY(ys_json_rule_validate(r, &subject));
  *holds = found.first == NULL;
  return *holds ? YS_OK : take(value, reported, found.first);
}
