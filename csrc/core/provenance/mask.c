/* core/provenance/mask.c - Masks origins, by the rules of
 * core/check/sensitive.c. An origin may have had values of several kinds, so
 * each alternative counts that one of them was meant for. */

#include "core/provenance/mask.h"

#include "core/tree/sensitive.h"
#include "core/type/fields.h"
#include "core/type/selector.h"

typedef struct masker {
  ys_space *space;
  ys_pairs seen;  /* origins, with the fields that they were compared with */
  uint32_t known; /* the number of the schema's keys */
} masker;

/* Recursion is bounded by the depth of the origins and of the alternatives.
 * `among`: the alternatives that the field is one of, or NULL. */
static ys_status mask(masker *h, const ys_choice *among, const ys_field *field,
                      ys_origin *origin);

/* Masks all below an origin, and the keys that the schema does not name. */
static void mask_all(const masker *h, ys_origin *origin) {
  origin->masked = true;
  for (ys_origin *t = origin->first; t != NULL; t = t->next) {
    t->sensitive |= t->key != NULL && t->key->number >= h->known;
    mask_all(h, t);
  }
}

/* A collection that is shown as a whole would show what is masked in it. */
static void mask_around(ys_origin *origin) {
  for (const ys_origin *t = origin->first; t != NULL; t = t->next)
    origin->masked |= t->masked;
}

/* Whether another alternative has a field of this name. It is asked for itself,
 * unless a key selects one alternative. */
static ys_status mask_elsewhere(masker *h, const ys_choice *among,
                                ys_origin *origin, bool *named) {
  *named = false;
  for (uint32_t i = 0; among != NULL && i < among->count; i++) {
    const ys_map_type *map = among->alternatives[i].map;
    const int64_t at =
        map == NULL ? -1 : ys_shape_find(map->shape, origin->key, 0);
    if (at < 0) continue;
    *named = true;
    if (among->by != NULL) YS_TRY(mask(h, NULL, &map->fields[at], origin));
  }
  return YS_OK;
}

/* Masks an entry that no field of the map describes, unless another alternative
 * does. */
static ys_status mask_unknown(masker *h, const ys_choice *among,
                              ys_origin *origin) {
  bool named;
  YS_TRY(mask_elsewhere(h, among, origin, &named));
  if (!named) mask_all(h, origin);
  return YS_OK;
}

/* ---- collections --------------------------------------------------------- */

static ys_status mask_entries(masker *h, const ys_choice *among,
                              const ys_map_type *map, ys_origin *origin) {
  const ys_field *below;
  uint32_t expect = 0;
  for (ys_origin *t = origin->first; t != NULL; t = t->next) {
    if (t->key == NULL) {
      mask_all(h, t);
      continue;
    }
    YS_TRY(ys_fields_find_later(h->space, map, t->key, &expect, &below));
    if (below == NULL)
      YS_TRY(mask_unknown(h, among, t));
    else
      YS_TRY(mask(h, NULL, below, t));
  }
  return YS_OK;
}

/* Whether the field describes the contents of the origin. */
static bool describes(const ys_field *field, const ys_origin *origin) {
  const bool keys = origin->first != NULL && origin->first->key != NULL;
  if (origin->first == NULL) return field->kind == (ys_kind)origin->kind;
  return keys ? field->kind == YS_MAP && field->map != NULL
              : field->kind == YS_ARRAY && field->item != NULL;
}

static ys_status mask_contents(masker *h, const ys_choice *among,
                               const ys_field *field, ys_origin *origin) {
  if (!describes(field, origin)) {
    mask_all(h, origin);
    return YS_OK;
  }
  if (field->kind == YS_MAP && field->map != NULL)
    return mask_entries(h, among, field->map, origin);
  for (ys_origin *t = origin->first; t != NULL; t = t->next)
    if (t->key == NULL)
      YS_TRY(mask(h, NULL, field->item, t));
    else
      mask_all(h, t);
  return YS_OK;
}

/* ---- alternatives -------------------------------------------------------- */

/* Whether an alternative is for values of a kind that the origin has had. */
static bool takes(const ys_field *field, const ys_origin *origin) {
  if (ys_field_takes(field, (ys_kind)origin->kind)) return true;
  for (const ys_origin_event *e = origin->events; e != NULL; e = e->next)
    if (e->value != NULL && ys_field_takes(field, (ys_kind)e->value->kind))
      return true;
  return false;
}

/* Masks what the alternative of a value of the key says. */
static ys_status mask_selected(masker *h, const ys_choice *choice,
                               const ys_slot *kind, ys_origin *origin,
                               bool *any) {
  const int64_t at = ys_selector_find_kind(choice->by, kind);
  if (at < 0) return YS_OK;
  *any = true;
  return mask(h, choice, &choice->alternatives[at], origin);
}

/* Masks what each alternative says that the key has selected at some time. */
static ys_status mask_by_key(masker *h, const ys_choice *choice,
                             ys_origin *origin, bool *any) {
  const ys_origin *kind = choice->by == NULL ? NULL : origin->first;
  *any = false;
  while (kind != NULL && kind->key != choice->by->key)
    kind = kind->next;
  if (kind == NULL) return YS_OK;
  if (!kind->removed) YS_TRY(mask_selected(h, choice, kind->slot, origin, any));
  for (const ys_origin_event *e = kind->events; e != NULL; e = e->next)
    if (e->value != NULL)
      YS_TRY(mask_selected(h, choice, e->value, origin, any));
  return YS_OK;
}

/* Whether the origin once had a text or an array, which has no key that selects
 * an alternative. */
static bool was_other(const ys_origin *origin) {
  for (const ys_origin_event *e = origin->events; e != NULL; e = e->next)
    if (e->value != NULL &&
        (e->value->kind == YS_STRING || e->value->kind == YS_ARRAY))
      return true;
  return false;
}

static ys_status mask_alternatives(masker *h, const ys_choice *choice,
                                   ys_origin *origin) {
  bool any;
  YS_TRY(mask_by_key(h, choice, origin, &any));
  if (any && !was_other(origin)) return YS_OK;
  any = false;
  for (uint32_t i = 0; i < choice->count; i++)
    any |= takes(&choice->alternatives[i], origin);
  for (uint32_t i = 0; i < choice->count; i++)
    if (!any || takes(&choice->alternatives[i], origin))
      YS_TRY(mask(h, choice, &choice->alternatives[i], origin));
  return YS_OK;
}

/* Collections that are shown as a whole would show what is sensitive in them,
 * and so would a value of another kind. */
static ys_status mask(masker *h, const ys_choice *among, const ys_field *field,
                      ys_origin *origin) {
  bool seen;
  YS_TRY(ys_pairs_meet(&h->seen, &h->space->arena, origin, field, &seen));
  if (seen) return YS_OK;
  if (field->sensitive) {
    mask_all(h, origin);
    return YS_OK;
  }
  if (field->choice != NULL) return mask_alternatives(h, field->choice, origin);
  if (!field->has_sensitive && !describes(field, origin)) return YS_OK;
  origin->masked |= field->has_sensitive;
  YS_TRY(mask_contents(h, among, field, origin));
  mask_around(origin);
  return YS_OK;
}

ys_status ys_provenance_mask(ys_space *space, const ys_field *root) {
  masker h = {.space = space, .known = ys_sensitive_schema_keys(space)->number};
  ys_provenance *provenance = ys_provenance_of(space);
  if (provenance->marked || !root->has_sensitive) return YS_OK;
  YS_TRY(mask(&h, NULL, root, &provenance->root));
  provenance->marked = true;
  return YS_OK;
}
