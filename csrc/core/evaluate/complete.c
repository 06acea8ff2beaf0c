/* core/evaluate/complete.c - Completes a value from its alternatives: what is
 * missing, and whether its numbers are integers or floats. Most values need no
 * trial for that. */

#include "core/check/coerce.h"
#include "core/check/fill.h"
#include "core/evaluate/selection.h"
#include "core/evaluate/trial.h"

/* Converts the numbers below to the kinds that the alternative wants, or, for
 * all-of, that all alternatives together want. If several of any-of fit in the
 * end, ys_trial_share_numbers() decides. */
static ys_status fit_numbers(ys_space *space, const ys_typed *value,
                             uint32_t index) {
  const ys_choice *choice = value->field->choice;
  const bool all = choice->mode == YS_ALL_OF;
  const uint32_t count = all ? choice->count : 1;
  const ys_field **fields =
      ys_arena_alloc(&space->arena, count * sizeof *fields);
  if (fields == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < count; i++)
    fields[i] = &choice->alternatives[all ? i : index];
  return ys_numbers_fit(space, fields, count, value->slot);
}

ys_status ys_trial_fill(ys_space *space, const ys_typed *value,
                        uint32_t index) {
  const ys_field *alternative = &value->field->choice->alternatives[index];
  ys_slot *slot = value->slot;
  /* Without the flag, defaults are also completed. */
  const uint8_t kept = slot->flags & YS_SLOT_DEFAULT;
  slot->flags &= (uint8_t)~YS_SLOT_DEFAULT;
  YS_TRY(ys_fill_missing(space, alternative, slot));
  slot->flags |= kept;
  return ys_is_collection(slot) ? fit_numbers(space, value, index) : YS_OK;
}

/* Whether there is a float that was an integer. Recursion is bounded by the
 * limit on depth. */
static bool has_whole(const ys_slot *slot) {
  bool found = slot->kind == YS_FLOAT && (slot->flags & YS_SLOT_WHOLE) != 0;
  if (!ys_is_collection(slot)) return found;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL && !found; s = s->next)
    found = has_whole(s);
  return found;
}

/* Whether a value that suits the alternative by its type is certain to fit it.
 */
static bool is_certain(const ys_chooser *c, const ys_field *alternative,
                       const ys_slot *slot) {
  return !alternative->has_rules && !alternative->unsettled &&
         !alternative->has_required &&
         (c->defaults->given == NULL || !ys_is_collection(slot));
}

/* Finds the alternatives of the range that a value fits, too. `*certain` is
 * false if that takes a trial. */
static ys_status find_fitting(ys_chooser *c, const ys_typed *value,
                              ys_range range, const ys_field **fields,
                              uint32_t *count, bool *certain) {
  *certain = true;
  for (uint32_t i = range.first; i < range.end && *certain; i++) {
    const ys_field *alternative = &value->field->choice->alternatives[i];
    bool does;
    YS_TRY(ys_trial_suit(c, value, i, &does));
    if (!does) continue;
    *certain = is_certain(c, alternative, value->slot);
    fields[(*count)++] = alternative;
  }
  return YS_OK;
}

/* Completes a value that is certain to fit the first alternative of the range.
 * `*done` is false if only a trial of the others can distinguish integers from
 * floats. */
static ys_status fill_at_once(ys_chooser *c, const ys_typed *value,
                              ys_range range, bool *done) {
  const ys_field *first = &value->field->choice->alternatives[range.first];
  const ys_field **fields;
  ys_slot *slot = value->slot;
  uint32_t count = 1;
  if (ys_is_collection(slot)) YS_TRY(ys_numbers_fit(c->space, &first, 1, slot));
  if (!has_whole(slot) || !ys_is_collection(slot))
    return ys_trial_fill(c->space, value, range.first);
  fields = ys_arena_alloc(&c->space->arena,
                          (range.end - range.first) * sizeof *fields);
  if (fields == NULL) return YS_NOMEM;
  fields[0] = first;
  range.first++;
  YS_TRY(find_fitting(c, value, range, fields, &count, done));
  if (!*done) return YS_OK;
  YS_TRY(ys_trial_fill(c->space, value, range.first - 1));
  return ys_numbers_fit(c->space, fields, count, slot);
}

/* Trials in trials multiply, so only those that are not nested deeper than this
 * go on. */
enum { MOST_SHARED = 3 };

bool ys_trial_shares_numbers(const ys_stop *stop) {
  uint32_t above = 0;
  if (stop->trial->choice->mode != YS_ANY_OF ||
      !ys_is_collection(stop->value.slot))
    return false;
  for (const ys_stop *s = stop->up; s != NULL; s = s->up)
    if (s->trial != NULL && ++above == MOST_SHARED) return false;
  return has_whole(stop->value.slot);
}

ys_status ys_trial_share_numbers(ys_space *space, const ys_trial *t,
                                 ys_slot *slot) {
  const ys_field **fields;
  uint32_t count = 0;
  if (t->passed < 2 || t->choice->mode != YS_ANY_OF || !ys_is_collection(slot))
    return YS_OK;
  fields = ys_arena_alloc(&space->arena, t->passed * sizeof *fields);
  if (fields == NULL) return YS_NOMEM;
  for (uint32_t i = t->range.first; i < t->range.end; i++)
    if (ys_trial_tried(t, i)->fits)
      fields[count++] = &t->choice->alternatives[i];
  return ys_numbers_fit(space, fields, count, slot);
}

/* ---- values that need no trial ------------------------------------------- */

/* Whether a key of the value selects an alternative. A key whose own value is
 * invalid selects none, not even what an earlier document gave it. */
static bool is_selected(const ys_choice *choice, const ys_slot *slot) {
  const ys_slot *kind;
  if (choice->by == NULL || ys_selector_find(choice->by, slot) < 0)
    return false;
  kind = ys_selector_entry(choice->by, slot);
  return (kind->flags & YS_UNFIT) == 0;
}

/* The first alternative that suits is certain to fit. */
ys_status ys_trial_at_once(ys_chooser *c, const ys_typed *value, bool *done) {
  const ys_choice *choice = value->field->choice;
  const ys_slot *slot = value->slot;
  const ys_range range = ys_choice_range(choice, slot);
  const bool dirty = (slot->flags & YS_SLOT_DIRTY) != 0;
  *done = (slot->kind == YS_NULL && value->field->nullable) ||
          (dirty && !is_selected(choice, slot));
  if (*done || dirty || choice->mode != YS_ANY_OF) return YS_OK;
  if (ys_is_collection(slot) && ys_slot_given_values(slot) != NULL)
    return YS_OK;
  for (uint32_t i = range.first; i < range.end && !*done; i++) {
    YS_TRY(ys_trial_suit(c, value, i, done));
    if (!*done) continue;
    *done = is_certain(c, &choice->alternatives[i], slot);
    if (*done) YS_TRY(ys_selection_note(c, value, i));
    return *done ? fill_at_once(c, value, (ys_range){i, range.end}, done)
                 : YS_OK;
  }
  return YS_OK;
}
