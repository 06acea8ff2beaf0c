#include "core/check/sensitive.h"

#include "core/base/pairs.h"
#include "core/type/selector.h"

/* A walk over a value. */
typedef struct walk {
  ys_space *space;
  const ys_choice *among; /* the field is one of these alternatives, or NULL */
  ys_memo *seen; /* values whose sensitive parts a definition has noted */
  ys_sensitive_report *report;
  void *ud; /* of `report` */
} walk;

static ys_status note(const walk *w, const ys_field *field,
                      const ys_slot *slot);

/* Notes a value that is not validated among alternatives. */
static ys_status note_below(const walk *w, const ys_field *field,
                            const ys_slot *slot) {
  walk below = *w;
  below.among = NULL;
  return note(&below, field, slot);
}

/* Finds out whether another alternative for the map has a field of this name
 * (`*named`). If a key selects one alternative, also notes what that field says
 * of the entry; otherwise each alternative is looked at anyway. */
static ys_status note_elsewhere(const walk *w, const ys_slot *entry,
                                bool *named) {
  const ys_choice *among = w->among;
  *named = false;
  for (uint32_t i = 0; among != NULL && i < among->count; i++) {
    const ys_map_type *map = among->alternatives[i].map;
    const int64_t at =
        map == NULL ? -1 : ys_shape_find(map->shape, entry->key, 0);
    if (at < 0) continue;
    *named = true;
    if (among->by != NULL) YS_TRY(note_below(w, &map->fields[at], entry));
  }
  return YS_OK;
}

/* Notes an entry without a field of its own name. Which placeholder takes its
 * key is not known here; if none does, the violation notes the entry. */
static ys_status note_unnamed(const walk *w, const ys_field *field,
                              const ys_slot *entry) {
  const ys_map_type *map = field->map;
  bool named;
  YS_TRY(note_elsewhere(w, entry, &named));
  if (!named && (map->open_count == 0 || ys_slot_annots(entry) != NULL))
    return w->report(w->ud, entry, YS_SENSITIVE_UNKNOWN);
  for (uint32_t i = 0; i < map->open_count; i++)
    YS_TRY(note_below(w, map->open[i].field, entry));
  return YS_OK;
}

/* A placeholder may take the key of a field (`shadowed`), so all that might own
 * the entry are asked. */
static ys_status note_entry(const walk *w, const ys_field *field,
                            const ys_slot *entry, uint32_t *expect) {
  const ys_map_type *map = field->map;
  const int64_t at = ys_shape_find(map->shape, entry->key, *expect);
  if (at < 0) return note_unnamed(w, field, entry);
  *expect = (uint32_t)at + 1;
  YS_TRY(note_below(w, &map->fields[at], entry));
  for (uint32_t i = 0; map->shadowed && i < map->open_count; i++)
    YS_TRY(note_below(w, map->open[i].field, entry));
  return YS_OK;
}

/* Whether the field describes the contents of the value. */
static bool describes(const ys_field *field, const ys_slot *slot) {
  return field->kind == (ys_kind)slot->kind &&
         (slot->kind == YS_MAP ? field->map != NULL : field->item != NULL);
}

static ys_status note_contents(const walk *w, const ys_field *field,
                               const ys_slot *slot) {
  uint32_t expect = 0;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    YS_TRY(slot->kind == YS_MAP ? note_entry(w, field, s, &expect)
                                : note_below(w, field->item, s));
  return YS_OK;
}

/* Notes what an alternative that the value may be meant for says. Alternatives
 * for values of another kind are asked only if there is no other. */
static ys_status note_alternatives(const walk *outer, const ys_choice *choice,
                                   const ys_slot *slot) {
  walk w = *outer;
  w.among = choice;
  const ys_range range = ys_choice_range(choice, slot);
  bool any = false;
  if (choice->by != NULL && range.first < range.end)
    return note(&w, &choice->alternatives[range.first], slot);
  for (uint32_t i = 0; i < choice->count; i++)
    any |= ys_field_takes(&choice->alternatives[i], (ys_kind)slot->kind);
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_field *one = &choice->alternatives[i];
    if (!any || ys_field_takes(one, (ys_kind)slot->kind))
      YS_TRY(note(&w, one, slot));
  }
  return YS_OK;
}

/* Recursion is bounded by the depth of the value and of the alternatives. */
static ys_status note(const walk *w, const ys_field *field,
                      const ys_slot *slot) {
  bool seen = false;
  if (field->like != NULL)
    YS_TRY(ys_pairs_meet(&w->seen->pairs, &w->seen->arena, field, slot, &seen));
  if (seen) return YS_OK;
  if (field->sensitive) return w->report(w->ud, slot, YS_SENSITIVE_VALUE);
  if (field->choice != NULL) return note_alternatives(w, field->choice, slot);
  if (ys_is_collection(slot) && describes(field, slot))
    return note_contents(w, field, slot);
  if (!field->has_sensitive)
    return ys_is_collection(slot) && !ys_field_takes(field, (ys_kind)slot->kind)
               ? w->report(w->ud, slot, YS_SENSITIVE_UNKNOWN)
               : YS_OK;
  /* A number or a flag in place of a collection is not what is sensitive in
   * it; a text may have it. */
  if (!ys_is_collection(slot) && slot->kind != YS_STRING &&
      (field->kind == YS_MAP || field->kind == YS_ARRAY))
    return YS_OK;
  return w->report(w->ud, slot, YS_SENSITIVE_VALUE);
}

ys_status ys_sensitive_each(ys_space *space, const ys_field *field,
                            const ys_slot *slot, ys_sensitive_report *report,
                            void *ud) {
  ys_memo seen;
  const walk w = {.space = space, .seen = &seen, .report = report, .ud = ud};
  ys_status status;
  if (!field->has_sensitive) return YS_OK;
  ys_memo_init(&seen, space->arena.memory);
  status = note(&w, field, slot);
  ys_memo_release(&seen);
  return status;
}

/* Counts the slots of a value, down from `left`. */
static uint32_t count_down(const ys_slot *slot, uint32_t left) {
  if (!ys_is_collection(slot)) return left;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL && left > 0;
       s = s->next)
    left = count_down(s, left - 1);
  return left;
}

static ys_status find_sensitive(void *found, const ys_slot *slot,
                                ys_sensitive_part part) {
  (void)slot, (void)part;
  *(bool *)found = true;
  return YS_OK;
}

ys_status ys_sensitive_in(ys_space *space, const ys_field *field,
                          const ys_slot *slot, bool *out) {
  enum { MOST_SLOTS = 100 };
  ys_memo seen;
  const walk w = {
      .space = space, .seen = &seen, .report = find_sensitive, .ud = out};
  ys_status status;
  *out = count_down(slot, MOST_SLOTS) == 0;
  if (*out) return YS_OK;
  ys_memo_init(&seen, space->arena.memory);
  status = note(&w, field, slot);
  ys_memo_release(&seen);
  return status;
}

static ys_status add_sensitive(void *space, const ys_slot *slot,
                               ys_sensitive_part part) {
  return ys_sensitive_add_all(space, slot, part);
}

ys_status ys_sensitive_note(ys_space *space, const ys_field *field,
                            const ys_slot *slot) {
  return ys_sensitive_each(space, field, slot, add_sensitive, space);
}
