#include "core/reference/identity.h"

#include "core/base/set.h"

typedef struct comparison {
  ys_space *space;
  const ys_typed *value;
  const ys_identity *identity;
  uint64_t seed;
  ys_set items; /* with an identity */
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
        ys_name_set_value(space, &identity->keys[i], item, &uncertain);
    const bool none =
        value == NULL || value->kind == YS_NULL || ys_is_collection(value);
    values[i] = none ? NULL : value;
    any |= !none;
    if (is_nan(values[i])) return false;
  }
  return any && !uncertain;
}

/* Two items without a value under a key are alike in it. */
static bool is_same(const void *about, const void *one, const void *wanted) {
  const ys_identity *identity = about;
  const ys_identified *a = one, *b = wanted;
  for (uint32_t i = 0; i < identity->count; i++) {
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
  const ys_identified *before = ys_set_find(&c->items, hash, one);
  return before != NULL
             ? ys_refer_repeated(c->space, c->value, c->identity, before, one)
             : ys_set_add(&c->items, hash, one);
}

static ys_status compare_all(comparison *c, ys_arena *arena) {
  const ys_slot *array = c->value->slot;
  const size_t size = ys_slot_size(array);
  uint32_t index = 0;
  ys_identified *one = ys_arena_zalloc(arena, size, sizeof *one);
  const ys_slot **values =
      ys_arena_zalloc(arena, size * c->identity->count, sizeof *values);
  if (one == NULL || values == NULL) return YS_NOMEM;
  for (ys_slot *s = ys_slot_first(array); s != NULL; s = s->next, index++) {
    *one = (ys_identified){s, values, index};
    if (!ys_identity_of(c->space, c->identity, s, values)) continue;
    values += c->identity->count;
    YS_TRY(compare(c, one++));
  }
  return YS_OK;
}

ys_status ys_identity_check(ys_space *space, const ys_typed *value,
                            const ys_identity *identity) {
  comparison c = {.space = space,
                  .value = value,
                  .identity = identity,
                  .seed = ys_hash_seed(space) | 1,
                  .items = {.memory = space->arena.memory,
                            .same = is_same,
                            .about = identity}};
  ys_arena arena; /* what is compared is used only here */
  ys_status status;
  if (value->slot->kind != YS_ARRAY || ys_slot_size(value->slot) < 2)
    return YS_OK;
  ys_arena_init(&arena, space->arena.memory);
  status = compare_all(&c, &arena);
  ys_set_release(&c.items);
  ys_arena_release(&arena);
  return status;
}
