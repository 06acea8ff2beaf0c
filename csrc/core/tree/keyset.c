#include "core/tree/keyset.h"

/* Maps with at most this many entries are compared pairwise. */
enum { FEW_KEYS = 8 };

typedef struct ys_keyset_entry {
  const ys_slot *slot;
  uint32_t hash, stamp;
} ys_keyset_entry;

/* ---- sets ---------------------------------------------------------------- */

void ys_keyset_init(ys_keyset *set, ys_space *space) {
  *set = (ys_keyset){.space = space};
}

void ys_keyset_release(ys_keyset *set) {
  ys_memory_free(set->space->arena.memory, set->table,
                 set->capacity * sizeof *set->table);
  set->table = NULL;
}

/* Empties the set and makes room for `count` keys. */
static ys_status start(ys_keyset *set, uint64_t count) {
  const ys_memory memory = set->space->arena.memory;
  uint32_t capacity = 64;
  if (count > UINT32_MAX / 4) return YS_NOMEM;
  while (capacity < count * 2)
    capacity *= 2;
  if (++set->stamp != 0 && capacity <= set->capacity) return YS_OK;
  if (capacity < set->capacity) capacity = set->capacity;
  ys_keyset_entry *table = ys_memory_new(memory, capacity * sizeof *table);
  if (table == NULL) return YS_NOMEM;
  memset(table, 0, capacity * sizeof *table);
  ys_keyset_release(set);
  set->table = table;
  set->capacity = capacity;
  set->stamp = 1;
  return YS_OK;
}

/* Adds the entry and returns NULL, or returns the earlier entry with the same
 * key. */
static const ys_slot *add(ys_keyset *set, const ys_slot *slot) {
  const uint32_t mask = set->capacity - 1, hash = slot->key->hash;
  uint32_t at = hash & mask;
  for (; set->table[at].stamp == set->stamp; at = (at + 1) & mask)
    if (set->table[at].hash == hash && set->table[at].slot->key == slot->key)
      return set->table[at].slot;
  set->table[at] = (ys_keyset_entry){slot, hash, set->stamp};
  return NULL;
}

/* ---- duplicates ---------------------------------------------------------- */

/* Reports a key after as many others of the map as `before` says. Those beyond
 * the limit are counted alone. */
static ys_status duplicate(ys_space *space, const ys_slot *second,
                           const ys_slot *first, uint32_t before) {
  const uint32_t most = space->limits.max_violations;
  if (most > 0 && before >= most) {
    ys_diags_count(&space->diags, YS_E_DUPLICATE_KEY);
    return YS_INVALID;
  }
  YS_TRY(ys_space_record(space, YS_E_DUPLICATE_KEY, ys_slot_place(second),
                         ys_slot_place(first),
                         YS_ARGUMENTS(second->key->text)));
  return YS_INVALID;
}

static ys_status check_few(ys_space *space, const ys_slot *map) {
  const ys_slot *seen[FEW_KEYS];
  const ys_key *keys[FEW_KEYS];
  ys_status result = YS_OK;
  uint32_t count = 0;
  for (const ys_slot *s = ys_slot_first(map); s != NULL; s = s->next) {
    uint32_t i = 0;
    while (i < count && keys[i] != s->key)
      i++;
    if (i < count) YS_GO_ON(result, duplicate(space, s, seen[i], 0));
    keys[count] = s->key;
    seen[count++] = s;
  }
  return result;
}

/* Whether key numbers ascend, so that all keys are different. Most maps have
 * their keys in the order in which the keys were first interned. */
static bool is_ascending(const ys_slot *map) {
  const ys_slot *s = ys_slot_first(map);
  for (; s->next != NULL; s = s->next)
    if (s->key->number >= s->next->key->number) return false;
  return true;
}

ys_status ys_map_check_keys(ys_keyset *set, const ys_slot *map) {
  const uint32_t size = ys_slot_size(map);
  uint32_t found = 0;
  ys_status result = YS_OK;
  if (size < 2 || is_ascending(map)) return YS_OK;
  if (size <= FEW_KEYS) return check_few(set->space, map);
  YS_TRY(start(set, size));
  for (const ys_slot *s = ys_slot_first(map); s != NULL; s = s->next) {
    const ys_slot *first = add(set, s);
    if (first != NULL)
      YS_GO_ON(result, duplicate(set->space, s, first, found++));
  }
  return result;
}

/* ---- merging ------------------------------------------------------------- */

/* The entries to be added to the map, in order. */
typedef struct chain {
  ys_slot *first, *last;
  uint32_t count;
} chain;

static ys_status merge_error(ys_space *space, const ys_slot *merge,
                             const ys_slot *value) {
  return ys_space_refuse(space, YS_E_MERGE_VALUE, ys_slot_place(merge),
                         ys_kind_name((ys_kind)value->kind), (ys_str){0});
}

/* Copies the entries that the set lacks. The merged map itself stays as it is,
 * because it may be anchored and later aliases refer to it. The values can be
 * shared: only copies of an anchored value ever become part of a tree. */
static ys_status collect(ys_keyset *set, const ys_slot *from, chain *to) {
  for (const ys_slot *s = ys_slot_first(from); s != NULL; s = s->next) {
    if (add(set, s) != NULL) continue;
    ys_slot *copy;
    YS_KEEP(copy, &set->space->arena, *s);
    copy->next = NULL;
    YS_TRY(ys_slot_annotate(&set->space->arena, copy, ys_slot_annots(s)));
    YS_APPEND(to->first, to->last, copy);
    to->count++;
  }
  return YS_OK;
}

static void splice(ys_slot *map, ys_slot *after, const chain *added) {
  ys_items *items = ys_slot_items(map);
  ys_slot **link = after != NULL ? &after->next : ys_slot_link(map);
  const uint32_t size = ys_slot_size(map);
  if (added->first == NULL) return;
  added->last->next = *link;
  *link = added->first;
  if (items != NULL && added->last->next == NULL) items->last = added->last;
  ys_slot_set_size(map, size + added->count);
}

/* Adds the number of entries that a merge may add at most. */
static ys_status count_entries(ys_space *space, const ys_slot *merge,
                               uint64_t *count) {
  ys_status result = YS_OK;
  if (merge->kind == YS_MAP) {
    *count += ys_slot_size(merge);
    return YS_OK;
  }
  if (merge->kind != YS_ARRAY) return merge_error(space, merge, merge);
  for (const ys_slot *s = ys_slot_first(merge); s != NULL; s = s->next) {
    if (s->kind == YS_MAP)
      *count += ys_slot_size(s);
    else if (!(s->flags & YS_SLOT_INVALID))
      YS_GO_ON(result, merge_error(space, merge, s));
  }
  return result;
}

ys_status ys_map_merge(ys_keyset *set, ys_slot *map, const ys_slot *merge,
                       ys_slot *after) {
  uint64_t count = ys_slot_size(map);
  chain added = {0};
  if (merge->flags & YS_SLOT_INVALID) return YS_OK;
  YS_TRY(count_entries(set->space, merge, &count));
  YS_TRY(start(set, count));
  for (const ys_slot *s = ys_slot_first(map); s != NULL; s = s->next)
    add(set, s);
  if (merge->kind == YS_MAP) {
    YS_TRY(collect(set, merge, &added));
  } else {
    for (const ys_slot *s = ys_slot_first(merge); s != NULL; s = s->next)
      if (s->kind == YS_MAP) YS_TRY(collect(set, s, &added));
  }
  splice(map, after, &added);
  return YS_OK;
}
