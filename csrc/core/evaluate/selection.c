#include "core/evaluate/selection.h"

#include "core/check/check.h"

const void *ys_selection_get(const ys_chooser *c, const ys_typed *value) {
  return ys_pairs_get(&c->chosen.pairs, value->slot, value->field->choice);
}

ys_status ys_selection_set(ys_chooser *c, const ys_typed *value,
                           const void *noted) {
  if (!value->field->has_references) return YS_OK;
  return ys_pairs_set(&c->chosen.pairs, &c->chosen.arena, value->slot,
                      value->field->choice, (void *)(uintptr_t)noted);
}

ys_status ys_selection_note(ys_chooser *c, const ys_typed *value,
                            uint32_t index) {
  return ys_selection_set(c, value, (const void *)((uintptr_t)index + 1));
}

/* The first alternative that a value fits by its type, or the end. */
static ys_status find_fitting(const ys_chooser *c, const ys_typed *value,
                              ys_range *out) {
  for (; out->first < out->end; out->first++) {
    const ys_typed one = ys_typed_alternative(value, out->first);
    bool fits;
    YS_TRY(ys_check_fits(c->space, &one, YS_CHECK_COMPLETE, &fits, NULL));
    if (fits) break;
  }
  if (out->first < out->end) out->end = out->first + 1;
  return YS_OK;
}

ys_status ys_selection_find(const ys_chooser *c, const ys_typed *value,
                            ys_range *out) {
  const ys_choice *choice = value->field->choice;
  const uintptr_t noted = (uintptr_t)ys_selection_get(c, value);
  const uint32_t index = (uint32_t)(noted - 1);
  *out = (ys_range){0, choice->count};
  if (choice->mode == YS_ALL_OF) return YS_OK;
  if (noted == 0) {
    *out = ys_choice_range(choice, value->slot);
    return find_fitting(c, value, out);
  }
  *out = index < choice->count ? (ys_range){index, index + 1} : (ys_range){0};
  return YS_OK;
}
