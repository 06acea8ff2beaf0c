#include "core/refer/identity.h"

typedef struct comparison {
  ys_space *space;
  const ys_typed *value;
  const ys_identity *identity;
  uint64_t seed;
  ys_identified *items; /* with an identity */
  uint32_t count;
  uint32_t *table; /* open addressing: the index of an item plus 1, or 0 */
  uint32_t capacity;
} comparison;

/* Whether a value equals nothing, so that no item is like its own. */
static bool is_nan(const ys_slot *value) {
  return value != NULL && value->kind == YS_FLOAT &&
         ys_slot_number(value) != ys_slot_number(value);
}

bool ys_identity_of(ys_space *space, const ys_identity *identity, ys_slot *item,
                    const ys_slot **values) {
  bool uncertain = (item->flags & YS_SLOT_INVALID) != 0, any = false;
  if (item->kind != YS_MAP) return false;
  for (uint32_t i = 0; i < identity->count && !uncertain; i++) {
    const ys_slot *value =
        ys_names_value(space, &identity->keys[i], item, &uncertain);
    const bool none =
        value == NULL || value->kind == YS_NULL || ys_is_collection(value);
    values[i] = none ? NULL : value;
    any |= !none;
    if (is_nan(values[i])) return false;
  }
  return any && !uncertain;
}

/* Two items without a value under a key are alike in it. */
static bool is_same(const comparison *c, const ys_identified *a,
                    const ys_identified *b) {
  for (uint32_t i = 0; i < c->identity->count; i++) {
    const ys_slot *x = a->values[i], *y = b->values[i];
    if (x == NULL || y == NULL) {
      if (x != y) return false;
    } else if (!ys_slot_equal(x, y)) {
      return false;
    }
  }
  return true;
}

static uint64_t hash_of(const comparison *c, const ys_identified *one) {
  uint64_t hash = c->seed;
  for (uint32_t i = 0; i < c->identity->count; i++) {
    uint64_t part = 0;
    if (one->values[i] != NULL) ys_slot_hash(c->seed, one->values[i], &part);
    hash = ys_hash_mix(hash ^ part, c->seed + i);
  }
  return hash;
}

/* Compares an item with those before it, and adds it to them. */
static ys_status compare(comparison *c, ys_identified *one) {
  const uint64_t hash = hash_of(c, one);
  uint32_t at = (uint32_t)(hash ^ hash >> 32) & (c->capacity - 1);
  while (c->table[at] != 0) {
    const ys_identified *before = &c->items[c->table[at] - 1];
    if (is_same(c, before, one))
      return ys_refer_repeated(c->space, c->value, c->identity, before, one);
    at = (at + 1) & (c->capacity - 1);
  }
  c->table[at] = (uint32_t)(one - c->items) + 1;
  return YS_OK;
}

static ys_status compare_all(comparison *c, ys_arena *arena) {
  const ys_slot *array = c->value->slot;
  const ys_slot **values;
  uint32_t index = 0;
  for (c->capacity = 4; c->capacity / 2 < ys_slot_size(array);)
    c->capacity *= 2;
  c->table = ys_arena_zalloc(arena, c->capacity, sizeof *c->table);
  c->items = ys_arena_zalloc(arena, ys_slot_size(array), sizeof *c->items);
  values = ys_arena_zalloc(
      arena, (size_t)ys_slot_size(array) * c->identity->count, sizeof *values);
  if (c->table == NULL || c->items == NULL || values == NULL) return YS_NOMEM;
  for (ys_slot *s = ys_slot_first(array); s != NULL; s = s->next, index++) {
    ys_identified *one = &c->items[c->count];
    *one = (ys_identified){s, values, index};
    if (!ys_identity_of(c->space, c->identity, s, values)) continue;
    values += c->identity->count;
    c->count++;
    YS_TRY(compare(c, one));
  }
  return YS_OK;
}

ys_status ys_identity_check(ys_space *space, const ys_typed *value,
                            const ys_identity *identity) {
  comparison c = {.space = space,
                  .value = value,
                  .identity = identity,
                  .seed = ys_hash_seed(space) | 1};
  ys_arena arena; /* the tables are used only here */
  ys_status status;
  if (value->slot->kind != YS_ARRAY || ys_slot_size(value->slot) < 2)
    return YS_OK;
  ys_arena_init(&arena, space->arena.memory);
  status = compare_all(&c, &arena);
  ys_arena_release(&arena);
  return status;
}
