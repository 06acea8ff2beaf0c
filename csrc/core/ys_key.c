/* ys_key.c - interned keys and shapes (ys_node.h). */

#include "ys_node.h"

/* ---- keys ------------------------------------------------------------- */

void ys_keys_init(ys_keys *keys, ys_arena *arena, const ys_keys *parent) {
  *keys = (ys_keys){.parent = parent, .arena = arena};
  keys->seed = parent != NULL ? parent->seed : ys_hash_seed(keys);
}

static bool is_key(const ys_key *key, uint32_t hash, ys_kind kind,
                   ys_str text) {
  return key->hash == hash && key->kind == (uint8_t)kind &&
         ys_str_eq(key->text, text);
}

/* The slot of the table where the key is or belongs. */
static uint32_t find_place(const ys_keys *keys, uint32_t hash, ys_kind kind,
                           ys_str text) {
  uint32_t mask = keys->capacity - 1;
  uint32_t at = hash & mask;
  while (keys->table[at] != NULL && !is_key(keys->table[at], hash, kind, text))
    at = (at + 1) & mask;
  return at;
}

static ys_status grow_table(ys_keys *keys) {
  if (keys->capacity > UINT32_MAX / 4) return YS_NOMEM;
  uint32_t capacity = keys->capacity == 0 ? 32 : keys->capacity * 2;
  const ys_key **table =
      ys_arena_zalloc(keys->arena, capacity, sizeof *keys->table);
  if (table == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < keys->capacity; i++) {
    const ys_key *key = keys->table[i];
    if (key == NULL) continue;
    uint32_t at = key->hash & (capacity - 1);
    while (table[at] != NULL)
      at = (at + 1) & (capacity - 1);
    table[at] = key;
  }
  keys->table = table;
  keys->capacity = capacity;
  return YS_OK;
}

static ys_status add_key(ys_keys *keys, uint32_t hash, ys_kind kind,
                         ys_str text, const ys_key **out) {
  if (keys->count >= keys->capacity - keys->capacity / 4)
    YS_TRY(grow_table(keys));
  ys_key *key = ys_arena_new(keys->arena, ys_key);
  if (key == NULL) return YS_NOMEM;
  YS_TRY(ys_arena_str(keys->arena, text, &key->text));
  key->hash = hash;
  key->kind = (uint8_t)kind;
  keys->table[find_place(keys, hash, kind, text)] = key;
  keys->count++;
  if (keys->newest != NULL) keys->newest->next = key;
  keys->newest = key;
  keys->found = *out = key;
  return YS_OK;
}

ys_status ys_keys_intern(ys_keys *keys, ys_kind kind, ys_str text,
                         const ys_key **out) {
  const ys_key *guess = keys->found == NULL ? NULL : keys->found->next;
  if (guess != NULL && guess->kind == (uint8_t)kind &&
      ys_str_eq(guess->text, text)) {
    keys->found = *out = guess;
    return YS_OK;
  }
  uint32_t hash = (uint32_t)ys_hash(keys->seed + (uint64_t)kind, text);
  for (const ys_keys *k = keys->parent; k != NULL; k = k->parent) {
    if (k->capacity == 0) continue;
    const ys_key *key = k->table[find_place(k, hash, kind, text)];
    if (key != NULL) {
      keys->found = *out = key;
      return YS_OK;
    }
  }
  if (keys->capacity > 0) {
    const ys_key *key = keys->table[find_place(keys, hash, kind, text)];
    if (key != NULL) {
      keys->found = *out = key;
      return YS_OK;
    }
  }
  return add_key(keys, hash, kind, text, out);
}

/* ---- shapes ----------------------------------------------------------- */

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
  *out = (ys_shape){keys, count, mask, index};
  return YS_OK;
}

int64_t ys_shape_find(const ys_shape *shape, const ys_key *key,
                      uint32_t expect) {
  if (expect < shape->count && shape->keys[expect] == key) return expect;
  if (shape->count == 0) return -1;
  uint32_t at = key->hash & shape->mask;
  while (shape->index[at] != 0) {
    uint32_t position = shape->index[at] - 1;
    if (shape->keys[position] == key) return position;
    at = (at + 1) & shape->mask;
  }
  return -1;
}
