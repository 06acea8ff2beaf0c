#include "core/history/hide.h"

#include "core/tree/secret.h"
#include "core/type/fields.h"

typedef struct hider {
  ys_space *space;
  ys_pairs seen;  /* trails, with the fields that they were compared with */
  uint32_t known; /* the number of the schema's keys */
} hider;

/* Recursion is bounded by the depth of the trails and of the alternatives. */
static ys_status hide(hider *h, const ys_field *field, ys_trail *trail);

/* Hides a trail and all below it, and the keys that no schema names. */
static void hide_all(const hider *h, ys_trail *trail) {
  trail->hidden = true;
  if (trail->key != NULL && trail->key->number >= h->known)
    trail->secret = true;
  for (ys_trail *t = trail->first; t != NULL; t = t->next)
    hide_all(h, t);
}

/* An entry without a field may be meant for a sensitive one. */
static ys_status hide_entries(hider *h, const ys_field *field,
                              ys_trail *trail) {
  const ys_field *below;
  uint32_t expect = 0;
  for (ys_trail *t = trail->first; t != NULL; t = t->next) {
    below = NULL;
    if (t->key != NULL)
      YS_TRY(
          ys_fields_find_later(h->space, field->map, t->key, &expect, &below));
    if (below == NULL)
      hide_all(h, t);
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
  if (trail->kind != field->kind)
    for (ys_trail *t = trail->first; t != NULL; t = t->next)
      hide_all(h, t);
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
  if (!field->sensitive) return hide_below(h, field, trail);
  for (ys_trail *t = trail->first; t != NULL; t = t->next)
    hide_all(h, t);
  return YS_OK;
}

ys_status ys_history_hide(ys_space *space, const ys_field *root) {
  hider h = {.space = space, .known = ys_secret_schema_keys(space)->number};
  return hide(&h, root, &space->history->root);
}
