/* core/history/hide.c - Masks trails, by the rules of core/check/sensitive.c.
 * A trail may have had values of several kinds, so each alternative counts that
 * one of them was meant for. */

#include "core/history/hide.h"

#include "core/tree/secret.h"
#include "core/type/fields.h"
#include "core/type/selector.h"
#include "core/type/sensitive_names.h"

typedef struct hider {
  ys_space *space;
  ys_pairs seen;  /* trails, with the fields that they were compared with */
  uint32_t known; /* the number of the schema's keys */
} hider;

/* Recursion is bounded by the depth of the trails and of the alternatives.
 * `among`: the alternatives that the field is one of, or NULL. */
static ys_status hide(hider *h, const ys_choice *among, const ys_field *field,
                      ys_trail *trail);

/* Masks all below a trail, and the keys that no schema names. */
static void hide_all(const hider *h, ys_trail *trail) {
  trail->hidden = true;
  for (ys_trail *t = trail->first; t != NULL; t = t->next) {
    t->secret |= t->key != NULL && t->key->number >= h->known;
    hide_all(h, t);
  }
}

/* ---- keys without a field ------------------------------------------------ */

/* Masks what stands under names of sensitive fields. */
static ys_status hide_names(hider *h, ys_trail *trail) {
  ys_sensitive_guess guess = {0};
  if (trail->key != NULL)
    YS_TRY(ys_sensitive_guess_key(h->space, NULL, trail->key, &guess));
  if (guess.elsewhere) {
    hide_all(h, trail);
    return YS_OK;
  }
  for (ys_trail *t = trail->first; t != NULL; t = t->next)
    YS_TRY(hide_names(h, t));
  return YS_OK;
}

/* Whether another alternative has a field of this name. It is asked for itself,
 * unless a key selects one alternative. */
static ys_status hide_elsewhere(hider *h, const ys_choice *among,
                                ys_trail *trail, bool *named) {
  *named = false;
  for (uint32_t i = 0; among != NULL && i < among->count; i++) {
    const ys_map_type *map = among->alternatives[i].map;
    const int64_t at =
        map == NULL ? -1 : ys_shape_find(map->shape, trail->key, 0);
    if (at < 0) continue;
    *named = true;
    if (among->by != NULL) YS_TRY(hide(h, NULL, &map->fields[at], trail));
  }
  return YS_OK;
}

/* An entry without a field may be meant for a sensitive one, by its name. */
static ys_status hide_guessed(hider *h, const ys_map_type *map,
                              ys_trail *trail) {
  ys_sensitive_guess guess;
  YS_TRY(ys_sensitive_guess_key(h->space, map, trail->key, &guess));
  return guess.field != NULL ? hide(h, NULL, guess.field, trail)
                             : hide_names(h, trail);
}

/* Placeholders are asked that might take the key if their functions could be
 * called. */
static ys_status hide_unknown(hider *h, const ys_choice *among,
                              const ys_map_type *map, ys_trail *trail) {
  bool named;
  YS_TRY(hide_elsewhere(h, among, trail, &named));
  if (!named) YS_TRY(hide_guessed(h, map, trail));
  for (uint32_t i = 0; i < map->open_count; i++)
    YS_TRY(hide(h, NULL, map->open[i].field, trail));
  return YS_OK;
}

/* ---- collections --------------------------------------------------------- */

static ys_status hide_entries(hider *h, const ys_choice *among,
                              const ys_map_type *map, ys_trail *trail) {
  const ys_field *below;
  uint32_t expect = 0;
  for (ys_trail *t = trail->first; t != NULL; t = t->next) {
    if (t->key == NULL) {
      hide_all(h, t);
      continue;
    }
    YS_TRY(ys_fields_find_later(h->space, map, t->key, &expect, &below));
    if (below == NULL)
      YS_TRY(hide_unknown(h, among, map, t));
    else
      YS_TRY(hide(h, NULL, below, t));
  }
  return YS_OK;
}

/* Whether the contents of the trail can be told by those of the field. */
static bool describes(const ys_field *field, const ys_trail *trail) {
  const bool keys = trail->first != NULL && trail->first->key != NULL;
  if (trail->first == NULL) return field->kind == (ys_kind)trail->kind;
  return keys ? field->kind == YS_MAP && field->map != NULL
              : field->kind == YS_ARRAY && field->item != NULL;
}

static ys_status hide_contents(hider *h, const ys_choice *among,
                               const ys_field *field, ys_trail *trail) {
  if (!describes(field, trail)) {
    hide_all(h, trail);
    return YS_OK;
  }
  if (field->kind == YS_MAP && field->map != NULL)
    return hide_entries(h, among, field->map, trail);
  for (ys_trail *t = trail->first; t != NULL; t = t->next)
    if (t->key == NULL)
      YS_TRY(hide(h, NULL, field->item, t));
    else
      hide_all(h, t);
  return YS_OK;
}

/* ---- alternatives -------------------------------------------------------- */

/* Whether an alternative is for values of a kind that the trail has had. */
static bool takes(const ys_field *field, const ys_trail *trail) {
  if (ys_field_takes(field, (ys_kind)trail->kind)) return true;
  for (const ys_trail_event *e = trail->events; e != NULL; e = e->next)
    if (e->value != NULL && ys_field_takes(field, (ys_kind)e->value->kind))
      return true;
  return false;
}

/* Masks what the alternative of a value of the key says. Entries that it does
 * not name are looked at even if nothing in it is sensitive. */
static ys_status hide_selected(hider *h, const ys_choice *choice,
                               const ys_slot *kind, ys_trail *trail,
                               bool *any) {
  const int64_t at = ys_selector_find_kind(choice->by, kind);
  if (at < 0) return YS_OK;
  const ys_field *field = &choice->alternatives[at];
  *any = true;
  if (field->has_sensitive) return hide(h, choice, field, trail);
  if (!describes(field, trail) || ys_pairs_get(&h->seen, trail, field) != NULL)
    return YS_OK;
  YS_TRY(ys_pairs_set(&h->seen, &h->space->arena, trail, field, trail));
  return hide_contents(h, choice, field, trail);
}

/* Masks what each alternative says that the key has selected at some time. */
static ys_status hide_by_key(hider *h, const ys_choice *choice, ys_trail *trail,
                             bool *any) {
  const ys_trail *kind = choice->by == NULL ? NULL : trail->first;
  *any = false;
  while (kind != NULL && kind->key != choice->by->key)
    kind = kind->next;
  if (kind == NULL) return YS_OK;
  if (!kind->gone) YS_TRY(hide_selected(h, choice, kind->slot, trail, any));
  for (const ys_trail_event *e = kind->events; e != NULL; e = e->next)
    if (e->value != NULL)
      YS_TRY(hide_selected(h, choice, e->value, trail, any));
  return YS_OK;
}

/* Whether the trail once had a text or an array, which no key tells of. */
static bool was_other(const ys_trail *trail) {
  for (const ys_trail_event *e = trail->events; e != NULL; e = e->next)
    if (e->value != NULL &&
        (e->value->kind == YS_STRING || e->value->kind == YS_ARRAY))
      return true;
  return false;
}

static ys_status hide_alternatives(hider *h, const ys_choice *choice,
                                   ys_trail *trail) {
  bool any;
  YS_TRY(hide_by_key(h, choice, trail, &any));
  if (any && !was_other(trail)) return YS_OK;
  any = false;
  for (uint32_t i = 0; i < choice->count; i++)
    any |= takes(&choice->alternatives[i], trail);
  for (uint32_t i = 0; i < choice->count; i++)
    if (!any || takes(&choice->alternatives[i], trail))
      YS_TRY(hide(h, choice, &choice->alternatives[i], trail));
  return YS_OK;
}

/* Collections that are told as a whole would show what is sensitive in them,
 * and so would a value of another kind. */
static ys_status hide(hider *h, const ys_choice *among, const ys_field *field,
                      ys_trail *trail) {
  if (!field->has_sensitive) return YS_OK;
  if (ys_pairs_get(&h->seen, trail, field) != NULL) return YS_OK;
  YS_TRY(ys_pairs_set(&h->seen, &h->space->arena, trail, field, trail));
  if (field->sensitive) {
    hide_all(h, trail);
    return YS_OK;
  }
  if (field->choice != NULL) return hide_alternatives(h, field->choice, trail);
  trail->hidden = true;
  return hide_contents(h, among, field, trail);
}

ys_status ys_history_hide(ys_space *space, const ys_field *root) {
  hider h = {.space = space, .known = ys_secret_schema_keys(space)->number};
  return hide(&h, NULL, root, &space->history->root);
}
