#include "core/history/hide.h"

#include "core/type/fields.h"

typedef struct hider {
  ys_space *space;
  ys_pairs seen; /* trails, with the fields that they were compared with */
} hider;

/* Recursion is bounded by the depth of the trails and of the alternatives. */
static ys_status hide(hider *h, const ys_field *field, ys_trail *trail);

static void hide_all(ys_trail *trail) {
  trail->hidden = true;
  for (ys_trail *t = trail->first; t != NULL; t = t->next)
    hide_all(t);
}

/* An entry without a field may be meant for a sensitive one. */
static ys_status hide_entries(hider *h, const ys_field *field,
                              ys_trail *trail) {
  const ys_field *below;
  uint32_t expect = 0;
  for (ys_trail *t = trail->first; t != NULL; t = t->next) {
    if (t->key == NULL) {
      hide_all(t);
      continue;
    }
    YS_TRY(ys_fields_find(h->space, field->map, t->key, &expect, &below));
    if (below == NULL)
      hide_all(t);
    else
      YS_TRY(hide(h, below, t));
  }
  return YS_OK;
}

static ys_status hide_below(hider *h, const ys_field *field, ys_trail *trail) {
  if (field->choice != NULL) {
    for (uint32_t i = 0; i < field->choice->count; i++)
      YS_TRY(hide(h, &field->choice->alternatives[i], trail));
    return YS_OK;
  }
  if (field->kind == YS_MAP && field->map != NULL)
    return hide_entries(h, field, trail);
  if (field->kind == YS_ARRAY && field->item != NULL)
    for (ys_trail *t = trail->first; t != NULL; t = t->next)
      YS_TRY(hide(h, field->item, t));
  return YS_OK;
}

/* Collections that are told as a whole would show what is sensitive in them,
 * and so would a value of another kind. */
static ys_status hide(hider *h, const ys_field *field, ys_trail *trail) {
  if (!field->has_sensitive) return YS_OK;
  if (ys_pairs_get(&h->seen, trail, field) != NULL) return YS_OK;
  YS_TRY(ys_pairs_set(&h->seen, &h->space->arena, trail, field, trail));
  trail->hidden = true;
  if (field->sensitive) {
    hide_all(trail);
    return YS_OK;
  }
  return hide_below(h, field, trail);
}

ys_status ys_history_hide(ys_space *space, const ys_field *root) {
  hider h = {.space = space};
  return hide(&h, root, &space->history->root);
}
