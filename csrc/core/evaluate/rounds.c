/* core/evaluate/rounds.c - Tries alternatives for a value that several
 * documents gave parts of: first with all parts, then without the earliest
 * ones, one by one. */

#include "core/check/apply_renames.h"
#include "core/check/check.h"
#include "core/check/guide.h"
#include "core/coverage/coverage.h"
#include "core/evaluate/trial_memo.h"
#include "core/overlay/overlay.h"

ys_status ys_trial_suit(ys_chooser *c, const ys_typed *value, uint32_t index,
                        bool *out) {
  const ys_typed alternative = ys_typed_alternative(value, index);
  YS_TRY(ys_check_fits(c->space, &alternative, YS_CHECK_PART, out, NULL));
  *out =
      ys_changed(c->space, alternative.field, YS_CHANGE_WITHOUT, *out, false);
  return YS_OK;
}

/* If there are many parts, a value may begin only with one of the first or of
 * the last ones. This limits the number of rounds. */
enum { MOST_FIRST = 8, MOST_LAST = 8 };

/* Copies the part that the value begins with: nothing in it can be skipped. */
static ys_status copy_first(ys_chooser *c, const ys_given_value *first,
                            ys_slot *out) {
  ys_slot taken = first->value;
  if (first->options.old_names) {
    YS_TRY(ys_slot_clone(&c->space->arena, &first->value, &taken));
    YS_TRY(ys_apply_renames(c->space, &taken, YS_SKIPS_NONE, true));
  }
  return ys_slot_copy(&c->space->arena, &taken, out);
}

/* Merges the parts of the current round in the way that the current alternative
 * requires. `*out` is false if they cannot be merged. */
static ys_status assemble(ys_chooser *c, ys_stop *stop, bool *out) {
  ys_trial *t = stop->trial;
  const ys_diags before = c->space->diags;
  ys_status status = YS_OK;
  ys_slot value, right;
  YS_TRY(ys_trial_memo_charge(c, t->choice, stop->up, stop->value.slot));
  YS_TRY(copy_first(c, t->from, &value));
  for (const ys_given_value *p = t->from->next; p != NULL; p = p->next) {
    ys_overlay_options options = p->options;
    options.guide = &ys_field_guide;
    options.type = &t->choice->alternatives[t->index];
    options.lenient = true; /* like the merge that kept the parts */
    YS_TRY(ys_slot_clone(&c->space->arena, &p->value, &right));
    YS_GO_ON(status, ys_overlay_at(c->space, &value, &right, &stop->value.path,
                                   &options, NULL));
  }
  ys_diags_restore(&c->space->diags, &before);
  *out = status == YS_OK;
  t->copied = true;
  value.flags &= (uint8_t)~YS_SLOT_DEFAULT;
  return ys_slot_set_value(&c->space->arena, stop->value.slot, &value);
}

/* Finds the parts that the alternative of the merged value begins with:
 * `*first` comes after the last one whose key selects another alternative, and
 * `*selecting` is the first one from there on that has the key. If none selects
 * another, nothing is replaced, and `*selecting` is the first part. */
static void find_selected(const ys_trial *t, const ys_given_value **first,
                          const ys_given_value **selecting) {
  bool replaces = false;
  *first = *selecting = NULL;
  for (const ys_given_value *p = t->parts->first; p != NULL; p = p->next) {
    const int64_t selected = ys_selector_find(t->choice->by, &p->value);
    if (*first == NULL) *first = p;
    if (selected == t->index && *selecting == NULL) *selecting = p;
    if (selected < 0 || selected == t->index) continue;
    *first = *selecting = NULL;
    replaces = true;
  }
  if (!replaces) *selecting = *first;
}

/* Parts without the key that come before the one that selects another
 * alternative count if they fit it. They were given for what stood there
 * before, or for the alternative that a later part names. */
ys_status ys_trial_merge_selected(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  const ys_given_value *selecting;
  uint32_t tries = 0;
  bool fits = false;
  if (t->parts == NULL || t->choice->by == NULL) return YS_OK;
  if (ys_selector_find(t->choice->by, stop->value.slot) != t->index)
    return YS_OK;
  find_selected(t, &t->from, &selecting);
  if (selecting == NULL) t->from = selecting = t->parts->first;
  for (;; t->from = ++tries < MOST_FIRST ? t->from->next : selecting) {
    YS_TRY(assemble(c, stop, &fits));
    if (t->from == selecting) break;
    if (fits) YS_TRY(ys_trial_suit(c, &stop->value, t->index, &fits));
    if (fits) break;
  }
  t->given = *stop->value.slot;
  t->copied = false;
  t->parts = NULL;
  return YS_OK;
}

/* Whether the value can have no alternative but the one that its key selects,
 * and its violations can be recorded at once. */
static bool is_settled(const ys_chooser *c, const ys_stop *stop) {
  return stop->trial->choice->by != NULL && stop->trial->parts == NULL &&
         c->how != YS_CHOOSE_ALONE && ys_trial_open_above(stop->up) == NULL;
}

/* Records the violations of a value in the alternative that its key selects.
 * The rest of it is validated all the same. */
static ys_status take_selected(ys_chooser *c, const ys_stop *stop) {
  YS_TRY(ys_space_open_records(c->space)); /* no other trial is under way */
  YS_TRY(ys_check_selected(c->space, &stop->value, YS_CHECK_MERGED));
  YS_TRY(ys_space_close_records(c->space));
  ys_prune_unknown(stop->value.slot);
  return YS_OK;
}

ys_status ys_trial_suits(ys_chooser *c, ys_stop *stop, bool *out) {
  ys_trial *t = stop->trial;
  *out = true;
  if (t->parts != NULL && t->choice->mode != YS_ALL_OF)
    YS_TRY(assemble(c, stop, out));
  if (*out && t->choice->by != NULL)
    *out = ys_selector_find(t->choice->by, stop->value.slot) == t->index;
  if (*out && is_settled(c, stop)) return take_selected(c, stop);
  if (*out) YS_TRY(ys_trial_suit(c, &stop->value, t->index, out));
  if (!*out && t->copied)
    YS_TRY(ys_slot_set_value(&c->space->arena, stop->value.slot, &t->given));
  return YS_OK;
}

/* How many violations the nearest alternative has. One that fits the complete
 * value by type is nearer than one that fits only what is given of it. */
static uint32_t count_violations(const ys_trial *t) {
  uint32_t least = UINT32_MAX;
  if (t->typed == 0) return t->suited > 0 ? least - 1 : least;
  for (uint32_t i = t->range.first; i < t->range.end; i++) {
    const uint32_t count =
        ys_trial_tried(t, i)->found.count + (t->types == YS_TYPES_LACK ? 1 : 0);
    if (count > 0 && count < least) least = count;
  }
  return least;
}

/* Keeps the result of a round in which nothing fits, if no earlier one is as
 * near to an alternative. */
static ys_status remember(ys_chooser *c, ys_trial *t) {
  ys_trial *best = t->best;
  if (best != NULL && count_violations(t) >= count_violations(best))
    return YS_OK;
  if (best == NULL) best = ys_arena_new(&c->space->arena, ys_trial);
  if (best == NULL) return YS_NOMEM;
  *best = *t;
  t->best = best;
  return YS_OK;
}

ys_status ys_trial_next_round(ys_chooser *c, ys_stop *stop, bool *begun) {
  ys_trial *t = stop->trial;
  const ys_trial last = *t;
  *begun = t->parts != NULL && t->choice->mode != YS_ALL_OF && t->typed == 0 &&
           t->from->next != NULL;
  if (!*begun) return YS_OK;
  YS_TRY(remember(c, t));
  *t = (ys_trial){.choice = last.choice,
                  .range = last.range,
                  .enough = last.enough,
                  .index = last.range.first,
                  .given = last.given,
                  .parts = last.parts,
                  .from = last.from->next,
                  .left = last.left - 1,
                  .best = t->best,
                  .known = last.known};
  if (t->parts->count - t->left == MOST_FIRST)
    for (; t->left > MOST_LAST; t->left--)
      t->from = t->from->next;
  return ys_trial_need_tried(&c->space->arena, t);
}

ys_status ys_trial_end_rounds(ys_chooser *c, ys_stop *stop) {
  ys_trial *t = stop->trial;
  if (t->best == NULL || t->passed > 0) return YS_OK;
  if (t->typed == 0) {
    YS_TRY(remember(c, t));
    *t = *t->best;
  }
  if (t->from != t->parts->first && t->suited > 0)
    YS_TRY(
        ys_slot_set_value(&c->space->arena, stop->value.slot, &t->validated));
  return YS_OK;
}
