#include "core/check/text_keys.h"

#include "core/base/pairs.h"
#include "core/tree/keyset.h"

typedef struct walk {
  ys_space *space;
  ys_keyset keys;
  ys_memo seen; /* the definitions and values that were visited */
} walk;

static ys_status visit(walk *w, const ys_field *field, ys_slot *slot);

/* Makes strings of the keys of one map. */
static ys_status convert(walk *w, ys_slot *map) {
  bool any = false;
  for (ys_slot *e = ys_slot_first(map); e != NULL; e = e->next) {
    const ys_key *key;
    if (e->key->kind == YS_STRING) continue;
    YS_TRY(ys_keys_intern(&w->space->keys, YS_STRING, e->key->text, &key));
    YS_TRY(ys_map_rekey(&w->space->arena, map, e, key));
    any = true;
  }
  return any ? ys_map_check_keys(&w->keys, map) : YS_OK;
}

/* Visits an entry with the field of its name and with those of all
 * placeholders: functions that decide about keys must not be called yet. */
static ys_status visit_entry(walk *w, const ys_map_type *map, ys_slot *entry,
                             uint32_t *expect) {
  const int64_t at = ys_shape_find(map->shape, entry->key, *expect);
  ys_status status = YS_OK;
  if (at >= 0) {
    *expect = (uint32_t)at + 1;
    YS_GO_ON(status, visit(w, &map->fields[at], entry));
    if (!map->shadowed) return status;
  }
  for (uint32_t i = 0; i < map->open_count; i++)
    YS_GO_ON(status, visit(w, map->open[i].field, entry));
  return status;
}

static ys_status visit_contents(walk *w, const ys_field *field, ys_slot *slot) {
  ys_status status = YS_OK;
  uint32_t expect = 0;
  if (slot->kind == YS_MAP) YS_GO_ON(status, convert(w, slot));
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    YS_GO_ON(status, slot->kind == YS_MAP
                         ? visit_entry(w, field->map, s, &expect)
                         : visit(w, field->item, s));
  return status;
}

/* Recursion is bounded by the depth of the value and of the alternatives. */
static ys_status visit(walk *w, const ys_field *field, ys_slot *slot) {
  const ys_choice *choice = field->choice;
  ys_status status = YS_OK;
  bool seen = false;
  if (!ys_is_collection(slot)) return YS_OK;
  if (field->like != NULL)
    YS_TRY(ys_pairs_meet(&w->seen.pairs, &w->seen.arena, field, slot, &seen));
  if (seen) return YS_OK;
  for (uint32_t i = 0; choice != NULL && i < choice->count; i++)
    YS_GO_ON(status, visit(w, &choice->alternatives[i], slot));
  if (choice != NULL || field->kind != (ys_kind)slot->kind ||
      (slot->kind == YS_MAP ? field->map == NULL || field->map->free
                            : field->item == NULL))
    return status;
  return visit_contents(w, field, slot);
}

ys_status ys_text_keys(ys_space *space, const ys_field *field, ys_slot *slot) {
  walk w = {.space = space};
  ys_status status;
  if (!ys_keys_have_scalars(&space->keys)) return YS_OK;
  ys_keyset_init(&w.keys, space);
  ys_memo_init(&w.seen, space->arena.memory);
  status = visit(&w, field, slot);
  ys_memo_release(&w.seen);
  ys_keyset_release(&w.keys);
  return status;
}
