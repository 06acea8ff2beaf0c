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

/* The flags that say how to read the value. */
static const unsigned value_flags = YS_SLOT_UNSIGNED | YS_SLOT_TUPLE;

ys_status ys_slot_make_collection(ys_arena *arena, ys_slot *slot,
                                  ys_kind kind) {
  ys_items *items = ys_arena_new(arena, ys_items);
  if (items == NULL) return YS_NOMEM;
  slot->kind = (uint8_t)kind;
  slot->flags = (uint8_t)(slot->flags & ~value_flags);
  slot->size = 0;
  slot->u.items = items;
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
  for (const ys_slot *s = slot->u.items->first; s != NULL && *left > 0;
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

void ys_slot_set_text(ys_slot *slot, ys_str text) {
  slot->kind = YS_STRING;
  slot->flags = (uint8_t)(slot->flags & ~value_flags);
  slot->size = (uint32_t)text.len;
  slot->u.text = text.ptr;
}

void ys_slot_append(ys_slot *collection, ys_slot *item) {
  ys_items *items = collection->u.items;
  item->next = NULL;
  if (items->last == NULL)
    items->first = item;
  else
    items->last->next = item;
  items->last = item;
  collection->size++;
}

void ys_slots_add(ys_slots *list, ys_slot *slot) {
  slot->next = NULL;
  *(list->last == NULL ? &list->first : &list->last->next) = slot;
  list->last = slot;
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
  ys_slots rest = {collection->u.items->first, collection->u.items->last};
  ys_slot *slot;
  *collection->u.items = (ys_items){0};
  collection->size = 0;
  while ((slot = ys_slots_take(&rest)) != NULL)
    if ((slot->flags & YS_SLOT_GONE) == 0) ys_slot_append(collection, slot);
}

void ys_slot_take(ys_slot *slot, const ys_slot *from) {
  slot->kind = from->kind;
  slot->flags = from->flags;
  slot->size = from->size;
  slot->u = from->u;
  ys_slot_set_place(slot, ys_slot_place(from));
}

/* Allocates the copies side by side, because a shape requires this of its
 * slots. */
static ys_status copy_items(ys_arena *arena, const ys_slot *from, ys_slot *to) {
  const ys_items *old = from->u.items;
  ys_items *items = ys_arena_new(arena, ys_items);
  if (items == NULL) return YS_NOMEM;
  items->shape = old->shape;
  to->u.items = items;
  if (from->size == 0) return YS_OK;
  ys_slot *copies = ys_arena_alloc(arena, from->size * sizeof *copies);
  if (copies == NULL) return YS_NOMEM;
  ys_slot *copy = copies;
  for (const ys_slot *item = old->first; item != NULL; item = item->next) {
    YS_TRY(ys_slot_copy(arena, item, copy));
    copy->next = copy + 1;
    copy++;
  }
  items->first = copies;
  items->last = copy - 1;
  items->last->next = NULL;
  return YS_OK;
}

/* Recursion is bounded by the parser's limit on depth. */
ys_status ys_slot_copy(ys_arena *arena, const ys_slot *from, ys_slot *to) {
  to->key = from->key;
  to->annots = NULL;
  ys_slot_take(to, from);
  return ys_is_collection(from) ? copy_items(arena, from, to) : YS_OK;
}

/* Recursion is bounded by the parser's limit on depth. */
ys_status ys_slot_clone(ys_arena *arena, const ys_slot *from, ys_slot *to) {
  *to = *from;
  to->next = NULL;
  if (!ys_is_collection(from)) return YS_OK;
  to->u.items = ys_arena_new(arena, ys_items);
  if (to->u.items == NULL) return YS_NOMEM;
  to->size = 0;
  for (const ys_slot *s = from->u.items->first; s != NULL; s = s->next) {
    ys_slot *copy = ys_arena_new(arena, ys_slot);
    if (copy == NULL) return YS_NOMEM;
    YS_TRY(ys_slot_clone(arena, s, copy));
    ys_slot_append(to, copy);
  }
  return YS_OK;
}

void ys_slot_set_places(ys_slot *slot, ys_place place) {
  ys_slot_set_place(slot, place);
  if (!ys_is_collection(slot)) return;
  for (ys_slot *s = slot->u.items->first; s != NULL; s = s->next)
    ys_slot_set_places(s, place);
}

void ys_slot_settle_places(ys_slot *slot, ys_place place) {
  if (slot->line == 0) ys_slot_set_place(slot, place);
  if (!ys_is_collection(slot)) return;
  for (ys_slot *s = slot->u.items->first; s != NULL; s = s->next)
    ys_slot_settle_places(s, place);
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
  ys_slot *last; /* the last entry that is covered */
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
  YS_TRY(index_reserve(arena, index, count));
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

ys_slot *ys_map_find(ys_arena *arena, ys_slot *map, const ys_key *key) {
  ys_items *items = map->u.items;
  ys_slot *entry = items->first;
  uint32_t count = map->size;
  if (items->shape != NULL && items->shape->count > 0) {
    int64_t position = ys_shape_find(items->shape, key, 0);
    if (position >= 0) return entry + position;
    count -= items->shape->count;
    entry = entry[items->shape->count - 1].next;
  }
  if (count > FEW_ENTRIES && index_update(arena, items, entry, count) == YS_OK)
    return index_find(items->index, key);
  while (entry != NULL && entry->key != key)
    entry = entry->next;
  return entry;
}

/* ---- spaces -------------------------------------------------------------- */

ys_status ys_space_init(ys_space *space, ys_memory memory,
                        const ys_space *parent) {
  memset(space, 0, sizeof *space);
  ys_arena_init(&space->arena, memory);
  ys_sources_init(&space->sources, memory);
  ys_keys_init(&space->keys, &space->arena, parent ? &parent->keys : NULL);
  space->limits = YS_DEFAULT_LIMITS;
#ifdef YSCHEMA_LIBYAML_ONLY
  space->libyaml_only = true;
#endif
  if (parent == NULL) return YS_OK;
  space->limits = parent->limits;
  space->strict = parent->strict;
  space->libyaml_only = parent->libyaml_only;
  space->refuse_comments = parent->refuse_comments;
  space->inherited_sources = parent->sources.count;
  space->secrets = parent->secrets;
  for (uint32_t i = 0; i < parent->sources.count; i++) {
    uint16_t index;
    ys_source_retain(parent->sources.list[i]);
    YS_TRY(ys_sources_add(&space->sources, parent->sources.list[i], &index));
  }
  return YS_OK;
}

void ys_space_release(ys_space *space) {
  ys_memory memory = space->arena.memory;
  for (ys_resource *r = space->resources; r != NULL; r = r->next)
    r->release(r->what);
  space->resources = NULL;
  space->regexps = NULL;
  ys_sources_release(&space->sources);
  ys_keys_release(&space->keys);
  ys_arena_release(&space->arena);
  memset(&space->diags, 0, sizeof space->diags);
  ys_keys_init(&space->keys, &space->arena, NULL);
  ys_sources_init(&space->sources, memory);
  space->memos = NULL;
}

ys_status ys_space_own(ys_space *space, void (*release)(void *what),
                       void *what) {
  ys_resource *resource = ys_arena_new(&space->arena, ys_resource);
  if (resource == NULL) {
    release(what);
    return YS_NOMEM;
  }
  *resource = (ys_resource){space->resources, release, what};
  space->resources = resource;
  return YS_OK;
}

ys_diag *ys_space_fault(ys_space *space, ys_code code, ys_place at,
                        ys_place by) {
  return ys_diags_add(&space->diags, &space->arena, code, at, by);
}

ys_status ys_space_note(ys_space *space, ys_code code, ys_place at,
                        ys_str first, ys_str second) {
  ys_diag *diag = ys_space_fault(space, code, at, YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = first;
  diag->args[1] = second;
  return YS_OK;
}

ys_status ys_space_limit(ys_space *space, ys_code code, ys_place at,
                         uint64_t limit) {
  ys_buf digits;
  ys_diag *diag = ys_space_fault(space, code, at, YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  ys_buf_init(&digits, space->arena.memory);
  ys_buf_uint(&digits, limit);
  return ys_buf_keep(&digits, &space->arena, &diag->args[0]);
}

bool ys_space_may_hint(ys_space *space, uint32_t count) {
  enum { ENOUGH = 8192 };
  if (space->diags.hint_effort >= ENOUGH) return false;
  space->diags.hint_effort += count < ENOUGH ? count : ENOUGH;
  return true;
}

ys_str ys_space_nearest(ys_space *space, ys_str given, const ys_shape *shape) {
  ys_nearest nearest;
  if (!ys_space_may_hint(space, shape->count)) return YS_STR("");
  ys_nearest_init(&nearest, given);
  for (uint32_t i = 0; i < shape->count; i++)
    ys_nearest_offer(&nearest, shape->keys[i]->text);
  return nearest.best;
}
