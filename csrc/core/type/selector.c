#include "core/type/selector.h"

#include "core/scalar/scalar.h"
#include "core/text/excerpt.h"

const ys_slot *ys_selector_value(const ys_field *alternative,
                                 const ys_key *key) {
  const ys_map_type *map = alternative->map;
  if (alternative->kind != YS_MAP || map == NULL) return NULL;
  const int64_t at = ys_shape_find(map->shape, key, 0);
  const ys_slot *shown = at < 0 ? NULL : map->fields[at].default_value;
  if (shown == NULL || shown->kind == YS_NULL || ys_is_collection(shown))
    return NULL;
  return shown;
}

/* Finds the place in the table of a value: that of an equal one, or a free one.
 * Returns false for nan, which has none. */
static bool place_of(const ys_selector *selector, const ys_slot *value,
                     uint32_t **out) {
  uint64_t hash;
  if (!ys_slot_hash(selector->seed, value, &hash)) return false;
  uint32_t at = (uint32_t)hash & selector->mask;
  while (selector->table[at] != 0 &&
         !ys_slot_equal(selector->kinds[selector->table[at] - 1], value))
    at = (at + 1) & selector->mask;
  *out = &selector->table[at];
  return true;
}

ys_status ys_selector_make(ys_space *space, const ys_key *key,
                           const ys_slot **kinds, uint32_t count,
                           ys_selector **out, uint32_t *twice) {
  ys_selector *selector = ys_arena_new(&space->arena, ys_selector);
  uint32_t size = 4, *place;
  while (size / 2 < count)
    size *= 2;
  if (selector == NULL) return YS_NOMEM;
  YS_NEW_LIST(selector->table, &space->arena, size);
  selector->key = key;
  selector->count = count;
  selector->kinds = kinds;
  selector->seed = space->keys.seed | 1;
  selector->mask = size - 1;
  *twice = count;
  for (uint32_t i = 0; i < count; i++) {
    if (!place_of(selector, kinds[i], &place)) continue;
    if (*place == 0)
      *place = i + 1;
    else if (*twice == count)
      *twice = i;
  }
  *out = selector;
  return YS_OK;
}

ys_slot *ys_selector_entry(const ys_selector *selector, const ys_slot *value) {
  ys_slot *entry = value->kind == YS_MAP ? ys_slot_first(value) : NULL;
  while (entry != NULL && entry->key != selector->key)
    entry = entry->next;
  return entry;
}

int64_t ys_selector_find_kind(const ys_selector *selector,
                              const ys_slot *kind) {
  uint32_t *place;
  if (ys_is_collection(kind) || !place_of(selector, kind, &place)) return -1;
  return (int64_t)*place - 1;
}

int64_t ys_selector_find(const ys_selector *selector, const ys_slot *value) {
  const ys_slot *kind = ys_selector_entry(selector, value);
  return kind == NULL ? -1 : ys_selector_find_kind(selector, kind);
}

ys_range ys_choice_range(const ys_choice *choice, const ys_slot *value) {
  if (choice->by == NULL) return (ys_range){0, choice->count};
  const int64_t selected = ys_selector_find(choice->by, value);
  if (selected < 0) return (ys_range){0, 0};
  return (ys_range){(uint32_t)selected, (uint32_t)selected + 1};
}

static void add_value(ys_buf *out, const ys_slot *value) {
  const bool text = value->kind == YS_STRING;
  if (text) ys_buf_char(out, '"');
  ys_scalar_write(out, value);
  if (text) ys_buf_char(out, '"');
}

ys_status ys_selector_words(ys_arena *arena, const ys_selector *selector,
                            ys_str *out) {
  ys_buf buf = ys_buf_of(arena->memory);
  if (selector->count > 1) ys_buf_cstr(&buf, "one of ");
  for (uint32_t i = 0; i < selector->count; i++) {
    if (i > 0) ys_buf_cstr(&buf, ", ");
    add_value(&buf, selector->kinds[i]);
  }
  return ys_buf_keep(&buf, arena, out);
}

ys_status ys_selector_found(ys_arena *arena, const ys_slot *value,
                            ys_str *out) {
  enum { MOST = 60 };
  ys_buf buf = ys_buf_of(arena->memory);
  if (ys_is_collection(value)) {
    ys_buf_add(&buf, ys_kind_name((ys_kind)value->kind));
  } else if (value->kind == YS_STRING) {
    ys_buf_char(&buf, '"');
    ys_excerpt_text(&buf, ys_slot_text(value), MOST);
    ys_buf_char(&buf, '"');
  } else {
    ys_scalar_write(&buf, value);
  }
  return ys_buf_keep(&buf, arena, out);
}

ys_status ys_selector_hint(ys_space *space, const ys_selector *selector,
                           const ys_slot *value, ys_str *out, ys_str *meant) {
  ys_nearest nearest;
  *out = *meant = YS_STR("");
  if (value->kind != YS_STRING || !ys_space_may_hint(space, selector->count))
    return YS_OK;
  ys_nearest_init(&nearest, ys_slot_text(value));
  for (uint32_t i = 0; i < selector->count; i++)
    if (selector->kinds[i]->kind == YS_STRING)
      ys_nearest_offer(&nearest, ys_slot_text(selector->kinds[i]));
  if (ys_nearest_is_misspelt(&nearest)) *meant = nearest.best;
  return ys_nearest_hint(&space->arena, nearest.best, out);
}
