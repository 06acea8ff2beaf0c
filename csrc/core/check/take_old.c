#include "core/check/take_old.h"

#include "core/check/rename.h"
#include "core/overlay/operation.h"

/* Records that with= failed. */
static ys_status tell_failure(ys_space *space, const ys_slot *slot,
                              const ys_diag *notice, ys_str problem) {
  const ys_field *field = notice->field;
  ys_diag *diag = ys_space_fault(space, YS_E_RENAMED_FAILED,
                                 ys_slot_place(slot), field->renamed->place);
  if (diag == NULL) return YS_NOMEM;
  diag->field = field;
  diag->path = notice->path;
  diag->args[0] = notice->args[0];
  diag->args[1] = problem;
  return YS_OK;
}

static ys_status convert(ys_space *space, ys_slot *slot, const ys_diag *notice,
                         bool silent) {
  const ys_field *field = notice->field;
  ys_str problem;
  bool failed;
  YS_TRY(
      ys_rename_convert(space, field->renamed, slot, slot, &failed, &problem));
  if (!failed) return YS_OK;
  slot->flags |= YS_SLOT_FAULTY;
  return silent ? YS_OK : tell_failure(space, slot, notice, problem);
}

/* Gives the slot annotations of its own, in which nothing waits. */
static ys_status make_own(ys_space *space, ys_slot *slot) {
  ys_annot *own;
  YS_TRY(ys_annot_copy(&space->arena, ys_slot_annots(slot), &own));
  YS_TRY(ys_slot_annotate(&space->arena, slot, own));
  ys_annot_find(slot, YS_WORD_RENAMED)->notice = NULL;
  return YS_OK;
}

ys_status ys_take_old_one(ys_space *space, ys_slot *slot, bool again) {
  ys_annot *annot = ys_annot_find(slot, YS_WORD_RENAMED);
  ys_diag *notice = annot == NULL ? NULL : annot->notice;
  bool silent = again;
  if (notice == NULL) return YS_OK;
  silent |= annot->told;
  if (!silent) ys_diags_append(&space->diags, notice);
  annot->told |= !silent;
  YS_TRY(make_own(space, slot));
  return convert(space, slot, notice, silent);
}

/* Whether a slot with this operation, below others, may be skipped. An item
 * without @overlay/match does not inherit `when=`. */
static bool may_be_skipped(const ys_slot *slot, const ys_operation *operation,
                           ys_taking how) {
  if (!how.merged) return false;
  if (how.conditional && slot->key != NULL) return true;
  return operation->match != NULL &&
         (how.conditional || operation->own.when != NULL);
}

static ys_status operation_of(ys_space *space, const ys_slot *slot,
                              const ys_operation **out) {
  *out = &ys_no_operation;
  return ys_slot_annots(slot) == NULL ? YS_OK
                                      : ys_operation_of(space, slot, out);
}

/* Recursion is bounded by the depth of the value. */
ys_status ys_take_old(ys_space *space, ys_slot *slot, ys_taking how) {
  const ys_operation *operation;
  YS_TRY(operation_of(space, slot, &operation));
  if (!operation->removes) YS_TRY(ys_take_old_one(space, slot, how.again));
  if (!ys_is_collection(slot)) return YS_OK;
  how.conditional |=
      operation->children != NULL && operation->children->when != NULL;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    YS_TRY(operation_of(space, s, &operation));
    if (!may_be_skipped(s, operation, how)) YS_TRY(ys_take_old(space, s, how));
  }
  return YS_OK;
}

/* Without @overlay/match, the check does not take the value for one that may be
 * skipped. */
static ys_status drop_match(ys_space *space, ys_slot *slot) {
  ys_annot *kept, **link = &kept;
  YS_TRY(ys_annot_copy(&space->arena, ys_slot_annots(slot), &kept));
  while (*link != NULL) {
    if ((*link)->word == YS_WORD_OVERLAY_MATCH)
      *link = (*link)->next;
    else
      link = &(*link)->next;
  }
  return ys_slot_annotate(&space->arena, slot, kept);
}

/* Recursion is bounded by the depth of the value. */
ys_status ys_take_old_to_judge(ys_space *space, ys_slot *copy) {
  const ys_annot *annot = ys_annot_find(copy, YS_WORD_RENAMED);
  const ys_operation *operation;
  YS_TRY(operation_of(space, copy, &operation));
  if (annot != NULL && annot->notice != NULL && !operation->removes) {
    YS_TRY(ys_take_old_one(space, copy, true));
    YS_TRY(drop_match(space, copy));
  }
  if (!ys_is_collection(copy)) return YS_OK;
  for (ys_slot *s = ys_slot_first(copy); s != NULL; s = s->next)
    YS_TRY(ys_take_old_to_judge(space, s));
  return YS_OK;
}
