/* core/tree/key.c - Interned keys and shapes (core/tree/key.h). */

#include "core/tree/key.h"
#include "core/base/bytes.h"

/* ---- keys ---------------------------------------------------------------- */

void ys_keys_init(ys_keys *keys, ys_arena *arena, const ys_keys *parent) {
  *keys = (ys_keys){.parent = parent, .arena = arena};
  keys->seed = parent != NULL ? parent->seed : ys_hash_seed(keys);
  keys->number = parent != NULL ? parent->number : 0;
}

/* A table entry. The hash stands beside the key, so that a search touches no
 * other memory. */
struct ys_key_entry {
  const ys_key *key; /* NULL: the entry is free */
  uint32_t hash;
};

typedef struct wanted {
  ys_str text;
  ys_kind kind;
  uint32_t hash;
} wanted;

static bool is_key(const ys_key *key, ys_kind kind, ys_str text) {
  return key->kind == (uint8_t)kind && ys_str_eq(key->text, text);
}

/* Returns the entry with the key, or the free entry where the key belongs. */
static ys_key_entry *find_entry(const ys_keys *keys, const wanted *w) {
  const uint32_t mask = keys->capacity - 1;
  uint32_t at = w->hash & mask;
  for (; keys->table[at].key != NULL; at = (at + 1) & mask)
    if (keys->table[at].hash == w->hash &&
        is_key(keys->table[at].key, w->kind, w->text))
      break;
  return &keys->table[at];
}

void ys_keys_release(ys_keys *keys) {
  ys_memory_free(keys->arena->memory, keys->table,
                 keys->capacity * sizeof *keys->table);
  keys->table = NULL;
  keys->capacity = 0;
}

void ys_keys_forget(ys_keys *keys) {
  enum { KEPT = 512 };
  if (keys->capacity > KEPT)
    ys_keys_release(keys);
  else if (keys->count > 0)
    memset(keys->table, 0, keys->capacity * sizeof *keys->table);
  keys->count = 0;
  keys->newest = NULL;
  keys->found = NULL;
  keys->has_scalars = false;
  keys->number = keys->parent != NULL ? keys->parent->number : 0;
}

/* Small tables grow by a factor of four, because most of the cost is in
 * refilling them. */
static uint32_t next_capacity(uint32_t capacity) {
  if (capacity == 0) return 32;
  return capacity < 1 << 16 ? capacity * 4 : capacity * 2;
}

static ys_status grow_table(ys_keys *keys) {
  if (keys->capacity > UINT32_MAX / 4) return YS_NOMEM;
  const uint32_t capacity = next_capacity(keys->capacity);
  const uint32_t mask = capacity - 1;
  ys_key_entry *table =
      ys_memory_new(keys->arena->memory, capacity * sizeof *table);
  if (table == NULL) return YS_NOMEM;
  memset(table, 0, capacity * sizeof *table);
  for (uint32_t i = 0; i < keys->capacity; i++) {
    if (keys->table[i].key == NULL) continue;
    uint32_t at = keys->table[i].hash & mask;
    while (table[at].key != NULL)
      at = (at + 1) & mask;
    table[at] = keys->table[i];
  }
  ys_keys_release(keys);
  keys->table = table;
  keys->capacity = capacity;
  return YS_OK;
}

static bool is_plain(ys_str text) {
  if (text.len == 0) return true; /* there may be no pointer to add to */
  const char *end = text.ptr + text.len;
  return ys_bytes_skip_plain(text.ptr, end) == end;
}

static void set_head(ys_key *key) {
  char text[sizeof key->head] = {0}, mask[sizeof key->mask] = {0};
  const size_t size = key->text.len;
  const size_t copied = size < sizeof text ? size : sizeof text;
  if (copied > 0) memcpy(text, key->text.ptr, copied);
  if (size < sizeof text) text[size] = '"';
  memset(mask, 0xFF, size < sizeof mask ? size + 1 : sizeof mask);
  memcpy(&key->head, text, sizeof text);
  memcpy(&key->mask, mask, sizeof mask);
}

/* Adds the key at `entry`, the free entry where it belongs; NULL while there is
 * no table. */
static ys_status add_key(ys_keys *keys, const wanted *w, ys_key_entry *entry,
                         const ys_key **out) {
  if (keys->count >= keys->capacity / 2) {
    YS_TRY(grow_table(keys));
    entry = find_entry(keys, w);
  }
  ys_key *key = ys_arena_new(keys->arena, ys_key);
  if (key == NULL) return YS_NOMEM;
  YS_TRY(ys_arena_str(keys->arena, w->text, &key->text));
  key->hash = w->hash;
  key->kind = (uint8_t)w->kind;
  key->plain = w->kind == YS_STRING && is_plain(w->text);
  set_head(key);
  key->number = keys->number++;
  keys->has_scalars |= w->kind != YS_STRING;
  *entry = (ys_key_entry){key, w->hash};
  keys->count++;
  if (keys->newest != NULL) keys->newest->next = key;
  keys->newest = key;
  *out = key;
  return YS_OK;
}

static ys_status find_or_add(ys_keys *keys, const wanted *w,
                             const ys_key **out) {
  ys_key_entry *entry = NULL;
  for (const ys_keys *k = keys->parent; k != NULL; k = k->parent) {
    if (k->capacity == 0) continue;
    *out = find_entry(k, w)->key;
    if (*out != NULL) return YS_OK;
  }
  if (keys->capacity > 0) {
    entry = find_entry(keys, w);
    *out = entry->key;
    if (*out != NULL) return YS_OK;
  }
  return add_key(keys, w, entry, out);
}

ys_status ys_keys_intern(ys_keys *keys, ys_kind kind, ys_str text,
                         const ys_key **out) {
  const ys_key *guess = keys->found == NULL ? NULL : keys->found->next;
  if (guess != NULL && is_key(guess, kind, text)) {
    *out = guess;
  } else {
    const uint64_t hash = ys_hash(keys->seed + (uint64_t)kind, text);
    const wanted w = {text, kind, (uint32_t)hash};
    YS_TRY(find_or_add(keys, &w, out));
  }
  keys->found = *out;
  return YS_OK;
}

const ys_key *ys_keys_find(const ys_keys *keys, ys_kind kind, ys_str text) {
  const uint64_t hash = ys_hash(keys->seed + (uint64_t)kind, text);
  const wanted w = {text, kind, (uint32_t)hash};
  return keys->capacity > 0 ? find_entry(keys, &w)->key : NULL;
}

bool ys_keys_know(const ys_keys *keys, ys_kind kind, ys_str text) {
  return ys_keys_find(keys, kind, text) != NULL;
}

bool ys_keys_have_scalars(const ys_keys *keys) {
  for (; keys != NULL; keys = keys->parent)
    if (keys->has_scalars) return true;
  return false;
}

/* ---- shapes -------------------------------------------------------------- */

ys_status ys_shape_make(ys_arena *arena, const ys_key **keys, uint32_t count,
                        ys_shape *out) {
  if (count > UINT32_MAX / 4) return YS_NOMEM;
  uint32_t capacity = 2;
  while (capacity < count * 2)
    capacity *= 2;
  uint32_t mask = capacity - 1;
  uint32_t *index = ys_arena_zalloc(arena, capacity, sizeof *index);
  if (index == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t at = keys[i]->hash & mask;
    while (index[at] != 0)
      at = (at + 1) & mask;
    index[at] = i + 1;
  }
  *out = (ys_shape){keys, count, mask, index, NULL};
  return YS_OK;
}

int64_t ys_shape_search(const ys_shape *shape, const ys_key *key) {
  if (shape->count == 0) return -1;
  uint32_t at = key->hash & shape->mask;
  while (shape->index[at] != 0) {
    uint32_t position = shape->index[at] - 1;
    if (shape->keys[position] == key) return position;
    at = (at + 1) & shape->mask;
  }
  return -1;
}
