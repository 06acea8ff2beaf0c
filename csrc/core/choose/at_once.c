/* core/choose/at_once.c - Chooses alternatives for values that need no trial.
 */

#include "core/choose/trial.h"

/* Values that have no alternative: they are invalid or not known yet. */
enum { UNFIT = YS_SLOT_INVALID | YS_SLOT_PENDING };

/* Whether a key of the value selects an alternative. A key whose own value is
 * invalid selects none, not even what an earlier document gave it. */
static bool is_selected(const ys_choice *choice, const ys_slot *slot) {
  const ys_slot *kind;
  if (choice->by == NULL || ys_selector_find(choice->by, slot) < 0)
    return false;
  kind = ys_selector_entry(choice->by, slot);
  return (kind->flags & UNFIT) == 0;
}

/* The first alternative that suits is certain to fit. */
ys_status ys_trial_at_once(ys_chooser *c, const ys_field *field, ys_slot *slot,
                           const ys_path *path, bool *done) {
  const ys_choice *choice = field->choice;
  const ys_range range = ys_choice_range(choice, slot);
  const bool dirty = (slot->flags & YS_SLOT_DIRTY) != 0;
  *done = (slot->kind == YS_NULL && field->nullable) ||
          (dirty && !is_selected(choice, slot));
  if (*done || dirty || choice->mode != YS_ANY_OF) return YS_OK;
  if (ys_is_collection(slot) && ys_slot_parts(slot) != NULL) return YS_OK;
  for (uint32_t i = range.first; i < range.end && !*done; i++) {
    const ys_field *alternative = &choice->alternatives[i];
    YS_TRY(ys_trial_suit(c, alternative, slot, path, done));
    if (!*done) continue;
    *done = ys_trial_is_certain(c, alternative, slot);
    return *done ? ys_trial_fill_at_once(c, choice, (ys_range){i, range.end},
                                         slot, path, done)
                 : YS_OK;
  }
  return YS_OK;
}
