#include "core/tree/node.h"

ys_str ys_kind_name(ys_kind kind) {
  static const ys_str names[] = {
      {"null", 4},  {"boolean", 7},  {"integer", 7},
      {"float", 5}, {"string", 6},   {"array", 5},
      {"map", 3},   {"function", 8}, {"any", 3},
  };
  return names[kind];
}

/* ---- slots --------------------------------------------------------------- */

static ys_status new_items(ys_arena *arena, ys_slot *collection,
                           ys_items **out) {
  YS_NEW(*out, arena);
  collection->u.content = (uintptr_t)*out + 1;
  return YS_OK;
}

ys_status ys_slot_make_collection(ys_arena *arena, ys_slot *slot,
                                  ys_kind kind) {
  ys_items *items;
  YS_TRY(new_items(arena, slot, &items));
  ys_slot_set_kind(slot, kind);
  ys_slot_put_size(slot, 0);
  return YS_OK;
}

ys_slot *ys_slot_last(const ys_slot *collection) {
  const ys_items *items = ys_slot_items(collection);
  ys_slot *last = collection->u.first;
  if (items != NULL) return items->last;
  while (last != NULL && last->next != NULL)
    last = last->next;
  return last;
}

ys_status ys_slot_need_items(ys_arena *arena, ys_slot *collection,
                             ys_items **out) {
  ys_slot *first = ys_slot_first(collection), *last;
  uint32_t size;
  *out = ys_slot_items(collection);
  if (*out != NULL) return YS_OK;
  last = ys_slot_last(collection);
  size = ys_slot_size(collection);
  YS_TRY(new_items(arena, collection, out));
  (*out)->first = first;
  (*out)->last = last;
  (*out)->size = size;
  return YS_OK;
}

/* The most nodes that ys_slot_last_line() visits. */
enum { MOST_ASKED = 200 };

/* Recursion is bounded by the limit on depth and by `left`. */
static void find_last_line(const ys_slot *slot, uint16_t source, uint32_t *left,
                           uint32_t *last) {
  const ys_place place = ys_slot_place(slot);
  if (place.source == source && place.line > *last) *last = place.line;
  if (!ys_is_collection(slot)) return;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL && *left > 0;
       s = s->next) {
    (*left)--;
    find_last_line(s, source, left, last);
  }
}

uint32_t ys_slot_last_line(const ys_slot *slot) {
  uint32_t left = MOST_ASKED, last = 0;
  find_last_line(slot, ys_slot_place(slot).source, &left, &last);
  return last;
}

void ys_slot_append_all(ys_slot *collection, const ys_slots *list,
                        uint32_t count) {
  const uint32_t size = ys_slot_size(collection);
  ys_slot *last = ys_slot_last(collection);
  ys_items *items = ys_slot_items(collection);
  if (list->first == NULL) return;
  *(last == NULL ? ys_slot_link(collection) : &last->next) = list->first;
  if (items != NULL) items->last = list->last;
  ys_slot_set_size(collection, size + count);
}

void ys_slot_append(ys_slot *collection, ys_slot *item) {
  const ys_slots list = {item, item};
  item->next = NULL;
  ys_slot_append_all(collection, &list, 1);
}

void ys_slot_relink(ys_slot *collection, const ys_slots *list, uint32_t count) {
  ys_items *items = ys_slot_items(collection);
  if (items == NULL)
    collection->u.first = list->first;
  else
    *items = (ys_items){.first = list->first, .last = list->last};
  ys_slot_set_size(collection, count);
}

void ys_slots_add(ys_slots *list, ys_slot *slot) {
  slot->next = NULL;
  YS_APPEND(list->first, list->last, slot);
}

ys_slot *ys_slots_take(ys_slots *list) {
  ys_slot *slot = list->first;
  if (slot == NULL) return NULL;
  list->first = slot->next;
  if (list->first == NULL) list->last = NULL;
  slot->next = NULL;
  return slot;
}

void ys_slot_sweep(ys_slot *collection) {
  ys_slots rest = {ys_slot_first(collection), NULL}, kept = {0};
  ys_slot *slot;
  uint32_t count = 0;
  while ((slot = ys_slots_take(&rest)) != NULL) {
    if ((slot->flags & YS_SLOT_REMOVED) != 0) continue;
    ys_slots_add(&kept, slot);
    count++;
  }
  ys_slot_relink(collection, &kept, count);
}

ys_status ys_slot_take(ys_arena *arena, ys_slot *slot, const ys_slot *from) {
  struct ys_annot *annots = ys_slot_annots(slot);
  ys_slot_become(slot, from);
  return annots == NULL ? YS_OK : ys_slot_annotate(arena, slot, annots);
}

void ys_slot_become(ys_slot *slot, const ys_slot *from) {
  ys_slot made = *from;
  made.next = slot->next;
  made.key = slot->key;
  ys_slot_drop_annots(&made);
  *slot = made;
}

/* Allocates the copies side by side, because a shape requires this of its
 * slots. */
static ys_status copy_items(ys_arena *arena, const ys_slot *from, ys_slot *to) {
  const ys_items *items = ys_slot_items(from);
  const ys_slot *item = ys_slot_first(from);
  const uint32_t size = ys_slot_size(from);
  to->u.first = NULL;
  if (size == 0) return YS_OK;
  ys_slot *copies = ys_arena_alloc(arena, size * sizeof *copies);
  if (copies == NULL) return YS_NOMEM;
  to->u.first = copies;
  for (ys_slot *copy = copies; item != NULL; item = item->next, copy++) {
    YS_TRY(ys_slot_copy(arena, item, copy));
    copy->next = item->next == NULL ? NULL : copy + 1;
  }
  YS_TRY(ys_slot_close(arena, to, copies + size - 1, size));
  return items == NULL || items->shape == NULL
             ? YS_OK
             : ys_slot_set_shape(arena, to, items->shape);
}

/* Recursion is bounded by the parser's limit on depth. */
ys_status ys_slot_copy(ys_arena *arena, const ys_slot *from, ys_slot *to) {
  to->key = from->key;
  ys_slot_become(to, from);
  return ys_is_collection(from) ? copy_items(arena, from, to) : YS_OK;
}

/* Recursion is bounded by the parser's limit on depth. */
ys_status ys_slot_clone(ys_arena *arena, const ys_slot *from, ys_slot *to) {
  *to = *from;
  to->next = NULL;
  if (!ys_is_collection(from)) return YS_OK;
  ys_slot **end = &to->u.first, *last = NULL;
  *end = NULL;
  for (const ys_slot *s = ys_slot_first(from); s != NULL; s = s->next) {
    ys_slot *copy = ys_arena_new(arena, ys_slot);
    if (copy == NULL) return YS_NOMEM;
    YS_TRY(ys_slot_clone(arena, s, copy));
    *end = last = copy;
    end = &copy->next;
  }
  return ys_slot_close(arena, to, last, ys_slot_size(from));
}

ys_status ys_slot_set_places(ys_arena *arena, ys_slot *slot, ys_place place) {
  YS_TRY(ys_slot_set_place(arena, slot, place));
  if (!ys_is_collection(slot)) return YS_OK;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    YS_TRY(ys_slot_set_places(arena, s, place));
  return YS_OK;
}

ys_status ys_slot_settle_places(ys_arena *arena, ys_slot *slot,
                                ys_place place) {
  if (ys_slot_line(slot) == 0) YS_TRY(ys_slot_set_place(arena, slot, place));
  if (!ys_is_collection(slot)) return YS_OK;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    YS_TRY(ys_slot_settle_places(arena, s, place));
  return YS_OK;
}

/* ---- maps ---------------------------------------------------------------- */

/* Maps with more entries than this get an index. */
enum { FEW_ENTRIES = 8 };

/*
 * An index, by key, of the entries that follow those of the shape. It covers
 * the entries up to `last`. Entries that were appended later are added at the
 * next search, so that appending costs nothing.
 */
typedef struct ys_index {
  ys_slot **table; /* open addressing, power of two */
  uint32_t mask, count;
  uint32_t rekeyed; /* entries that stand under an earlier key, too */
  ys_slot *last;    /* the last entry that is covered */
} ys_index;

static void index_insert(ys_index *index, ys_slot *entry) {
  uint32_t at = entry->key->hash & index->mask;
  while (index->table[at] != NULL)
    at = (at + 1) & index->mask;
  index->table[at] = entry;
}

static ys_status index_reserve(ys_arena *arena, ys_index *index,
                               uint32_t count) {
  uint32_t old = index->table == NULL ? 0 : index->mask + 1;
  if (count <= old - old / 4) return YS_OK;
  if (count > UINT32_MAX / 8) return YS_NOMEM;
  uint32_t capacity = 4 * FEW_ENTRIES;
  while (capacity - capacity / 4 < count)
    capacity *= 2;
  ys_slot **former = index->table;
  ys_slot **table = ys_arena_zalloc(arena, capacity, sizeof *table);
  if (table == NULL) return YS_NOMEM;
  index->table = table;
  index->mask = capacity - 1;
  for (uint32_t i = 0; i < old; i++)
    if (former[i] != NULL) index_insert(index, former[i]);
  return YS_OK;
}

/* Brings the map's index up to date. `rest` is the first entry that the index
 * has to cover, and `count` is the number of such entries. */
static ys_status index_update(ys_arena *arena, ys_items *items, ys_slot *rest,
                              uint32_t count) {
  ys_index *index = items->index;
  if (index == NULL) {
    index = items->index = ys_arena_new(arena, ys_index);
    if (index == NULL) return YS_NOMEM;
  }
  if (index->count == count) return YS_OK;
  YS_TRY(index_reserve(arena, index, count + index->rekeyed));
  ys_slot *entry = index->last == NULL ? rest : index->last->next;
  for (; entry != NULL; entry = entry->next) {
    index_insert(index, entry);
    index->count++;
    index->last = entry;
  }
  return YS_OK;
}

static ys_slot *index_find(const ys_index *index, const ys_key *key) {
  uint32_t at = key->hash & index->mask;
  ys_slot *entry;
  while ((entry = index->table[at]) != NULL && entry->key != key)
    at = (at + 1) & index->mask;
  return entry;
}

ys_status ys_map_rekey(ys_arena *arena, ys_slot *map, ys_slot *entry,
                       const ys_key *key) {
  ys_items *items = ys_slot_items(map);
  ys_index *index = items == NULL ? NULL : items->index;
  entry->key = key;
  if (items != NULL && items->shape != NULL) index = items->index = NULL;
  if (items != NULL) items->shape = NULL;
  if (index == NULL) return YS_OK;
  index->rekeyed++;
  YS_TRY(index_reserve(arena, index, index->count + index->rekeyed));
  index_insert(index, entry);
  return YS_OK;
}

ys_status ys_slot_set_shape(ys_arena *arena, ys_slot *map,
                            const ys_shape *shape) {
  ys_items *items;
  if (shape->count <= FEW_ENTRIES) return YS_OK;
  YS_TRY(ys_slot_need_items(arena, map, &items));
  items->shape = shape;
  items->index = NULL; /* it would have the entries of the shape, too */
  return YS_OK;
}

ys_slot *ys_map_find(ys_arena *arena, ys_slot *map, const ys_key *key) {
  ys_items *items = ys_slot_items(map);
  ys_slot *entry = ys_slot_first(map);
  uint32_t count = ys_slot_size(map);
  if (items != NULL && items->shape != NULL) {
    int64_t position = ys_shape_find(items->shape, key, 0);
    if (position >= 0) return entry + position;
    count -= items->shape->count;
    entry = entry[items->shape->count - 1].next;
  }
  if (count > FEW_ENTRIES && ys_slot_need_items(arena, map, &items) == YS_OK &&
      index_update(arena, items, entry, count) == YS_OK)
    return index_find(items->index, key);
  while (entry != NULL && entry->key != key)
    entry = entry->next;
  return entry;
}
