#include "core/check/apply_renames.h"

#include "core/check/rename.h"

/* The result of with= for a value. Alternatives and overlays convert copies of
 * one value; the function is called once, so that all of them get the same. */
typedef struct ys_conversion {
  ys_slot value;  /* read only */
  ys_str problem; /* if it failed */
  bool failed;
  bool recorded; /* the failure was */
} ys_conversion;

/* Calls with=. */
static ys_status convert(ys_space *space, ys_annot *annot,
                         const ys_slot *slot) {
  const ys_field *field = annot->moved->notice->field;
  ys_conversion *made = ys_arena_new(&space->arena, ys_conversion);
  if (made == NULL) return YS_NOMEM;
  made->value = *slot;
  YS_TRY(ys_rename_convert(space, field->renamed, slot, &made->value,
                           &made->failed, &made->problem));
  annot->moved->conversion = made;
  return YS_OK;
}

/* Records that with= failed. */
static ys_status record_failure(ys_space *space, const ys_slot *slot,
                                const ys_diag *notice, ys_conversion *made) {
  const ys_field *field = notice->field;
  ys_diag *diag = ys_space_diagnose(space, YS_E_RENAMED_FAILED,
                                    ys_slot_place(slot), field->renamed->place);
  if (diag == NULL) return YS_NOMEM;
  ys_diag_about(diag, field);
  diag->path = notice->path;
  diag->args[0] = notice->args[0];
  diag->args[1] = made->problem;
  made->recorded = true;
  return YS_OK;
}

/* Gives the slot the value that with= makes. */
static ys_status take_converted(ys_space *space, ys_slot *slot, ys_annot *annot,
                                bool silent) {
  const ys_diag *notice = annot->moved->notice;
  const ys_field *field = notice->field;
  ys_slot value;
  if (field->renamed->with == 0) return YS_OK;
  if (annot->moved->conversion == NULL) YS_TRY(convert(space, annot, slot));
  ys_conversion *made = annot->moved->conversion;
  if (made->failed) {
    slot->flags |= YS_SLOT_INVALID;
    if (silent || made->recorded) return YS_OK;
    return record_failure(space, slot, notice, made);
  }
  YS_TRY(ys_slot_copy(&space->arena, &made->value, &value));
  return ys_slot_take(&space->arena, slot, &value);
}

/* Gives the slot annotations of its own, in which nothing waits. */
static ys_status make_own(ys_space *space, ys_slot *slot) {
  ys_annot *own;
  YS_TRY(ys_annot_copy(&space->arena, ys_slot_annots(slot), &own));
  YS_TRY(ys_slot_annotate(&space->arena, slot, own));
  ys_annot_find(slot, YS_WORD_RENAMED)->moved = NULL;
  return YS_OK;
}

ys_status ys_apply_one_rename(ys_space *space, ys_slot *slot, bool again) {
  ys_annot *annot = ys_annot_find(slot, YS_WORD_RENAMED);
  if (annot == NULL || annot->moved == NULL) return YS_OK;
  if (!again && !annot->moved->reported) {
    ys_diags_append(&space->diags, annot->moved->notice);
    annot->moved->reported = true;
  }
  YS_TRY(make_own(space, slot));
  return take_converted(space, slot, annot, again);
}

/* Recursion is bounded by the depth of the value. */
ys_status ys_apply_renames(ys_space *space, ys_slot *slot, ys_skips skips,
                           bool again) {
  const ys_operation *operation;
  YS_TRY(ys_operation_of(space, slot, &operation));
  if (!operation->removes) YS_TRY(ys_apply_one_rename(space, slot, again));
  if (!ys_is_collection(slot)) return YS_OK;
  skips = ys_operation_skips_below(operation, skips);
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    YS_TRY(ys_operation_of(space, s, &operation));
    if (!ys_operation_may_skip(operation, s, skips))
      YS_TRY(ys_apply_renames(space, s, skips, again));
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
ys_status ys_apply_renames_to_validate(ys_space *space, ys_slot *copy) {
  const ys_annot *annot = ys_annot_find(copy, YS_WORD_RENAMED);
  const ys_operation *operation;
  YS_TRY(ys_operation_of(space, copy, &operation));
  if (annot != NULL && annot->moved != NULL && !operation->removes) {
    YS_TRY(ys_apply_one_rename(space, copy, true));
    YS_TRY(drop_match(space, copy));
  }
  if (!ys_is_collection(copy)) return YS_OK;
  for (ys_slot *s = ys_slot_first(copy); s != NULL; s = s->next)
    YS_TRY(ys_apply_renames_to_validate(space, s));
  return YS_OK;
}
