#include "core/check/old_path.h"

#include "core/annotation/annotation.h"
#include "core/overlay/operation.h"

/* The arguments `when=` that hold for the value. NULL: there is none. */
typedef struct conditions {
  const ys_annot *annot; /* where `when` stands */
  const ys_arg *when;
  const ys_annot *below; /* the same, for everything in the value, too */
} conditions;

static const ys_arg *when_of(const ys_annot *annot) {
  return annot == NULL ? NULL : ys_annot_arg(annot, YS_STR("when"));
}

/* Looks at the maps that lead to the value, from the outermost one. */
static ys_status look_at_maps(ys_space *space, const ys_renamed *renamed,
                              ys_slot *map, conditions *out) {
  *out = (conditions){0};
  for (uint32_t i = 0; i + 1 < renamed->count; i++) {
    map = ys_map_find(&space->arena, map, renamed->keys[i]);
    if (map == NULL) return YS_OK;
    const ys_annot *own = ys_annot_find(map, YS_WORD_OVERLAY_MATCH);
    const ys_annot *below = ys_annot_find(map, YS_WORD_OVERLAY_CHILD_DEFAULTS);
    if (when_of(own) != NULL) out->annot = own;
    if (when_of(below) != NULL) out->annot = out->below = below;
  }
  out->when = when_of(out->annot);
  return YS_OK;
}

/* Makes an annotation with `when=`, and `by=` if `by` is not NULL. */
static ys_status make(ys_space *space, ys_word word, const conditions *from,
                      const ys_arg *by, ys_annot **out) {
  ys_arg *when = ys_arena_new(&space->arena, ys_arg), *first = when;
  *out = ys_annot_new(&space->arena, ys_vocab_row_of(word)->name, (ys_str){0},
                      ys_annot_place(from->annot));
  if (when == NULL || *out == NULL) return YS_NOMEM;
  *when = *from->when;
  when->next = NULL;
  if (by != NULL) {
    first = ys_arena_new(&space->arena, ys_arg);
    if (first == NULL) return YS_NOMEM;
    *first = *by;
    first->next = when;
  }
  (*out)->text = when->text;
  (*out)->args = first;
  (*out)->evaluated = true;
  return YS_OK;
}

/* Puts an annotation in front of those of the slot, without those of the same
 * word. */
static ys_status add(ys_space *space, ys_slot *slot, ys_annot *annot) {
  ys_annot **link = &annot->next;
  YS_TRY(ys_annot_copy(&space->arena, ys_slot_annots(slot), link));
  while (*link != NULL) {
    if ((*link)->word == annot->word)
      *link = (*link)->next;
    else
      link = &(*link)->next;
  }
  return ys_slot_annotate(&space->arena, slot, annot);
}

ys_status ys_old_path_keep_when(ys_space *space, const ys_renamed *renamed,
                                ys_slot *map, ys_slot *value) {
  const ys_annot *own = ys_annot_find(value, YS_WORD_OVERLAY_MATCH);
  const ys_annot *below = ys_annot_find(value, YS_WORD_OVERLAY_CHILD_DEFAULTS);
  conditions found;
  ys_annot *made;
  YS_TRY(look_at_maps(space, renamed, map, &found));
  if (found.when == NULL) return YS_OK;
  if (found.below != NULL && below == NULL && ys_is_collection(value)) {
    YS_TRY(make(space, YS_WORD_OVERLAY_CHILD_DEFAULTS, &found, NULL, &made));
    YS_TRY(add(space, value, made));
  }
  if (when_of(own) != NULL) return YS_OK;
  YS_TRY(make(space, YS_WORD_OVERLAY_MATCH, &found,
              own == NULL ? NULL : ys_annot_arg(own, YS_STR("by")), &made));
  return add(space, value, made);
}
