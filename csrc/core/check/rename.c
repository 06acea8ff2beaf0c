#include "core/check/rename.h"

#include "core/check/apply_renames.h"
#include "core/check/check.h"
#include "core/check/renamer.h"
#include "core/type/fields.h"
#include "core/type/selector.h"

/* ---- copies -------------------------------------------------------------- */

/* Gives the value that a value is a copy of: itself, if it is none. */
static ys_slot *origin_of(const ys_renamer *r, ys_slot *slot) {
  ys_slot *origin = ys_pairs_get(&r->outcomes->origins, slot, NULL);
  return origin == NULL ? slot : origin;
}

/* Notes that `copy` is a clone of `slot`, and all that is below it. Recursion
 * is bounded by the depth of the value. */
static ys_status note_copy(ys_renamer *r, ys_slot *slot, const ys_slot *copy) {
  const ys_slot *below;
  if (!ys_is_collection(slot)) return YS_OK;
  YS_TRY(ys_pairs_set(&r->outcomes->origins, &r->space->arena, copy, NULL,
                      origin_of(r, slot)));
  below = ys_slot_first(copy);
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    YS_TRY(note_copy(r, s, below));
    below = below->next;
  }
  return YS_OK;
}

/* ---- alternatives -------------------------------------------------------- */

static ys_status walk(ys_renamer *r, const ys_typed *value);

/* Whether a value is one for this alternative. */
static ys_status suits(ys_renamer *r, const ys_typed *value, uint32_t index,
                       ys_check_mode mode, bool *out) {
  const ys_typed alternative = ys_typed_alternative(value, index);
  const ys_selector *by = value->field->choice->by;
  *out = by != NULL && ys_selector_find(by, value->slot) == index;
  return by != NULL ? YS_OK
                    : ys_check_fits(r->space, &alternative, mode, out, NULL);
}

/* Whether a value with new names is one for this alternative. What may be
 * skipped waits to be converted, and is so here in a copy. */
static ys_status suits_renamed(ys_renamer *r, const ys_typed *value,
                               uint32_t index, bool *out) {
  ys_slot copy = *value->slot;
  const ys_typed converted = {value->field, &copy, value->path};
  if (!r->waits) return suits(r, value, index, YS_CHECK_DATA, out);
  YS_TRY(ys_slot_clone(&r->space->arena, value->slot, &copy));
  YS_TRY(ys_apply_renames_to_validate(r->space, &copy));
  return suits(r, &converted, index, YS_CHECK_DATA, out);
}

/* Takes old names for an alternative that fits only with the new ones. */
static ys_status try_alternative(ys_renamer *r, const ys_typed *value,
                                 uint32_t index, bool *fits) {
  ys_typed copy = *value, alternative;
  const ys_diags before = r->space->diags;
  ys_renamer trial = *r;
  *fits = false;
  trial.moved = trial.waits = false;
  if (!value->field->choice->alternatives[index].has_renamed) return YS_OK;
  YS_NEW(copy.slot, &r->space->arena);
  YS_TRY(ys_slot_clone(&r->space->arena, value->slot, copy.slot));
  YS_TRY(note_copy(r, value->slot, copy.slot));
  alternative = ys_typed_alternative(&copy, index);
  YS_TRY(walk(&trial, &alternative));
  if (trial.moved) YS_TRY(suits_renamed(&trial, &copy, index, fits));
  if (*fits) {
    r->moved = true;
    r->waits |= trial.waits;
    YS_TRY(ys_slot_take(&r->space->arena, value->slot, copy.slot));
  } else {
    ys_diags_restore(&r->space->diags, &before);
  }
  return YS_OK;
}

/* Finds the alternative for which the value takes old names, and takes them. */
static ys_status find_outcome(ys_renamer *r, const ys_typed *value,
                              const ys_field **out) {
  const ys_choice *choice = value->field->choice;
  const ys_slot *origin = origin_of(r, value->slot);
  ys_field *outcome = &choice->alternatives[choice->count];
  bool fits = false;
  for (uint32_t i = 0; i < choice->count && !fits; i++)
    YS_TRY(suits(r, value, i, YS_CHECK_PART, &fits));
  for (uint32_t i = 0; i < choice->count && !fits; i++) {
    YS_TRY(try_alternative(r, value, i, &fits));
    if (fits) outcome = &choice->alternatives[i];
  }
  *out = outcome;
  return ys_pairs_set(&r->outcomes->fitting, &r->space->arena, choice, origin,
                      outcome);
}

/* The alternative that the value selects, or else what is there so far. -1:
 * there is none. */
static int64_t find_selected(const ys_renamer *r, const ys_field *field,
                             const ys_slot *slot) {
  const ys_selector *by = field->choice->by;
  const ys_slot *earlier = r->earlier;
  if (by == NULL) return -1;
  if (ys_selector_entry(by, slot) != NULL) return ys_selector_find(by, slot);
  if (earlier == NULL) earlier = field->default_value;
  return earlier == NULL ? -1 : ys_selector_find(by, earlier);
}

/* The key that selects an alternative may itself have an old name. */
static ys_status walk_choice(ys_renamer *r, const ys_typed *value) {
  const ys_choice *choice = value->field->choice;
  const int64_t selected = find_selected(r, value->field, value->slot);
  const ys_field *none = &choice->alternatives[choice->count], *outcome = none;
  bool fits;
  if (selected < 0 || ys_selector_entry(choice->by, value->slot) == NULL)
    outcome =
        ys_pairs_get(&r->outcomes->fitting, choice, origin_of(r, value->slot));
  if (outcome == NULL)
    YS_TRY(find_outcome(r, value, &outcome));
  else if (outcome != none)
    YS_TRY(try_alternative(r, value, (uint32_t)(outcome - choice->alternatives),
                           &fits));
  if (outcome != none || selected < 0) return YS_OK;
  const ys_typed chosen = ys_typed_alternative(value, (uint32_t)selected);
  return walk(r, &chosen);
}

/* ---- the walk ------------------------------------------------------------ */

static ys_slot *earlier_entry(ys_renamer *r, ys_slot *map, const ys_key *key) {
  if (map == NULL || map->kind != YS_MAP) return NULL;
  return ys_map_find(&r->space->arena, map, key);
}

static ys_status walk_map(ys_renamer *r, const ys_typed *value) {
  const ys_map_type *map = value->field->map;
  ys_typed below = {.path = {&value->path, NULL, 0}};
  ys_slot *earlier = r->earlier;
  uint32_t expect = 0;
  for (uint32_t i = 0; map->renamed_count > 0 && i < map->shape->count; i++) {
    const ys_renamed *renamed = map->fields[i].renamed;
    for (; renamed != NULL; renamed = renamed->next)
      if (!renamed->from_root)
        YS_TRY(ys_renamer_take(r, renamed, value->slot, &value->path));
  }
  ys_renamer_settle(r);
  for (ys_slot *s = ys_slot_first(value->slot); s != NULL; s = s->next) {
    YS_TRY(ys_fields_find(r->space, map, s->key, &expect, &below.field));
    if (below.field == NULL || !below.field->has_renamed) continue;
    below.slot = s;
    below.path.key = s->key;
    r->earlier = earlier_entry(r, earlier, s->key);
    YS_TRY(walk(r, &below));
  }
  return YS_OK;
}

static ys_status walk_below(ys_renamer *r, const ys_typed *value) {
  ys_typed item = {value->field->item, NULL, {&value->path, NULL, 0}};
  const ys_slot *slot = value->slot;
  if (value->field->choice != NULL) return walk_choice(r, value);
  if (slot->kind != value->field->kind) return YS_OK;
  if (slot->kind == YS_MAP) return walk_map(r, value);
  if (slot->kind != YS_ARRAY) return YS_OK;
  r->earlier = NULL; /* items are added to earlier ones */
  for (item.slot = ys_slot_first(slot); item.slot != NULL;
       item.slot = item.slot->next, item.path.index++)
    YS_TRY(walk(r, &item));
  return YS_OK;
}

/* Recursion is bounded by the depth of the schema. */
static ys_status walk(ys_renamer *r, const ys_typed *value) {
  const ys_conditions outer = r->when;
  ys_slot *earlier = r->earlier;
  ys_status status;
  if (!value->field->has_renamed) return YS_OK;
  YS_TRY(ys_renamer_look_at(r, value->slot));
  status = walk_below(r, value);
  r->when = outer;
  r->earlier = earlier;
  return status;
}

static ys_status rename_all(ys_renamer *r, const ys_field *root,
                            const ys_renamed *from_root, ys_slot *document) {
  const ys_typed value = {.field = root, .slot = document};
  YS_TRY(ys_renamer_look_at(r, document));
  if (document->kind == YS_MAP)
    for (; from_root != NULL; from_root = from_root->next_from_root)
      YS_TRY(ys_renamer_take(r, from_root, document, &value.path));
  ys_renamer_settle(r);
  return walk(r, &value);
}

ys_status ys_rename(ys_space *space, const ys_field *root,
                    const ys_renamed *from_root, ys_slot *earlier,
                    ys_slot *document, bool *moved) {
  ys_outcomes outcomes = {0};
  struct ys_leaving *leaving = NULL;
  ys_renamer r = {.space = space,
                  .outcomes = &outcomes,
                  .earlier = earlier,
                  .leaving = &leaving};
  const ys_status status = rename_all(&r, root, from_root, document);
  *moved = r.moved;
  return status;
}
