#include "core/provenance/provenance.h"

const char *ys_action_name(ys_action action) {
  static const char *const names[YS_ACTION_COUNT] = {
      [YS_DID_DEFAULT] = "default",  [YS_DID_FILL] = "filled",
      [YS_DID_COMPUTE] = "computed", [YS_DID_SET] = "set",
      [YS_DID_MERGE] = "merged",     [YS_DID_REPLACE] = "replaced",
      [YS_DID_APPEND] = "appended",  [YS_DID_INSERT] = "inserted",
      [YS_DID_REMOVE] = "removed",   [YS_DID_REFUSE] = "refused",
      [YS_DID_CONVERT] = "converted"};
  return names[action];
}

ys_status ys_provenance_begin(ys_space *space) {
  space->rooms[YS_ROOM_PROVENANCE] = ys_arena_new(&space->arena, ys_provenance);
  return ys_provenance_of(space) == NULL ? YS_NOMEM : YS_OK;
}

/* Whether it is the same note: a merge that waited for a default goes on. */
static bool is_again(const ys_done *last, ys_action action,
                     const ys_slot *right) {
  return last->action == action &&
         ys_slot_source(&last->right) == ys_slot_source(right) &&
         ys_slot_where(&last->right) == ys_slot_where(right);
}

ys_status ys_provenance_add(ys_space *space, ys_action action,
                            const ys_slot *slot, const ys_slot *right,
                            const ys_annot *operation) {
  ys_provenance *h = ys_provenance_of(space);
  const ys_annot *renamed = ys_annot_find(right, YS_WORD_RENAMED);
  ys_done *done, *first;
  if (h->paused || (operation == NULL && renamed == NULL)) return YS_OK;
  first = ys_pairs_get(&h->done, slot, NULL);
  if (first != NULL && is_again(first->last, action, right)) return YS_OK;
  YS_NEW(done, &space->arena);
  done->action = (right->flags & YS_SLOT_INVALID) != 0 ? YS_DID_REFUSE : action;
  done->operation = operation;
  if (renamed != NULL) done->old_path = renamed->text;
  YS_TRY(ys_slot_clone(&space->arena, right, &done->right));
  done->last = done;
  if (first == NULL)
    return ys_pairs_set(&h->done, &space->arena, slot, NULL, done);
  first->last->next = done;
  first->last = done;
  return YS_OK;
}

ys_status ys_provenance_add_passed(ys_space *space, const ys_slot *slot,
                                   const struct ys_validation *validation,
                                   const struct ys_rule *rule) {
  ys_origin *origin = ys_pairs_get(&ys_provenance_of(space)->items, slot, NULL);
  ys_passed *passed;
  if (origin == NULL) return YS_OK;
  YS_NEW(passed, &space->arena);
  passed->validation = validation;
  passed->rule = rule;
  YS_APPEND(origin->passed, origin->last_passed, passed);
  return YS_OK;
}

ys_status ys_provenance_refer(ys_space *space, const ys_slot *slot,
                              const ys_referred *made, const ys_slot *of) {
  ys_provenance *h = ys_provenance_of(space);
  ys_origin *origin = h == NULL ? NULL : ys_pairs_get(&h->items, slot, NULL);
  ys_referred *referred;
  if (origin == NULL) return YS_OK;
  YS_KEEP(referred, &space->arena, *made);
  if (of != NULL) referred->of = ys_pairs_get(&h->items, of, NULL);
  YS_APPEND(origin->refers, origin->last_refers, referred);
  return YS_OK;
}
