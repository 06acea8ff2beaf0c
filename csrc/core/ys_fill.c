#include "ys_fill.h"

/* The default of a map is what its fields' defaults make, side by side in the
 * shape's order, so that the shape can find them. */
static ys_status default_map(ys_space *space, const ys_field *field,
                             ys_slot *slot) {
  const ys_map_type *map = field->map;
  const uint32_t count = map->shape.count;
  ys_slot *entries;
  YS_TRY(ys_slot_make_collection(&space->arena, slot, YS_MAP));
  if (count == 0) return YS_OK;
  entries = ys_arena_alloc(&space->arena, count * sizeof *entries);
  if (entries == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < count; i++) {
    entries[i].key = map->fields[i].key;
    entries[i].next = i + 1 < count ? &entries[i + 1] : NULL;
    YS_TRY(ys_fill_default(space, &map->fields[i], &entries[i]));
  }
  slot->size = count;
  slot->u.items->first = entries;
  slot->u.items->last = &entries[count - 1];
  slot->u.items->shape = &map->shape;
  return YS_OK;
}

ys_status ys_fill_default(ys_space *space, const ys_field *field,
                          ys_slot *slot) {
  const ys_slot *value = field->default_value;
  slot->annots = NULL;
  slot->flags = 0;
  slot->size = 0;
  if (field->default_closure != 0) {
    slot->kind = YS_CLOSURE;
    slot->u.closure = field->default_closure;
    slot->flags = YS_SLOT_PENDING;
  } else if (value == NULL) {
    YS_TRY(default_map(space, field, slot));
  } else if (ys_is_collection(value)) {
    const ys_key *key = slot->key;
    YS_TRY(ys_slot_copy(&space->arena, value, slot));
    slot->key = key;
  } else {
    slot->kind = value->kind;
    slot->flags = value->flags;
    slot->size = value->size;
    slot->u = value->u;
  }
  slot->flags |= YS_SLOT_DEFAULT;
  ys_slot_set_place(slot, field->place);
  return YS_OK;
}

/* Which fields of a map are given, as bits. Few maps have more fields than fit
 * on the stack. */
enum { STACK_WORDS = 16 };

static ys_status add_missing(ys_space *space, const ys_field *field,
                             ys_slot *slot, uint32_t missing) {
  const ys_map_type *map = field->map;
  uint64_t stack_bits[STACK_WORDS], *given = stack_bits;
  uint32_t words = map->shape.count / 64 + 1, expect = 0;
  ys_slot *added;
  for (uint32_t i = 0; i < words && i < STACK_WORDS; i++)
    stack_bits[i] = 0;
  if (words > STACK_WORDS)
    given = ys_arena_zalloc(&space->arena, words, sizeof *given);
  added = ys_arena_alloc(&space->arena, missing * sizeof *added);
  if (given == NULL || added == NULL) return YS_NOMEM;
  for (const ys_slot *e = slot->u.items->first; e != NULL; e = e->next) {
    int64_t at = ys_shape_find(&map->shape, e->key, expect);
    if (at < 0) continue;
    given[at / 64] |= (uint64_t)1 << (at % 64);
    expect = (uint32_t)at + 1;
  }
  for (uint32_t i = 0; i < map->shape.count; i++) {
    if ((given[i / 64] >> (i % 64) & 1) != 0) continue;
    added->key = map->fields[i].key;
    YS_TRY(ys_fill_default(space, &map->fields[i], added));
    ys_slot_append(slot, added++);
  }
  return YS_OK;
}

static ys_status fill_map(ys_space *space, const ys_field *field,
                          ys_slot *slot) {
  const ys_map_type *map = field->map;
  uint32_t found = 0, expect = 0;
  for (ys_slot *e = slot->u.items->first; e != NULL; e = e->next) {
    int64_t at = ys_shape_find(&map->shape, e->key, expect);
    if (at < 0) continue;
    found++;
    expect = (uint32_t)at + 1;
    if (map->fields[at].has_collections)
      YS_TRY(ys_fill_missing(space, &map->fields[at], e));
  }
  if (found == map->shape.count) return YS_OK;
  return add_missing(space, field, slot, map->shape.count - found);
}

ys_status ys_fill_missing(ys_space *space, const ys_field *field,
                          ys_slot *slot) {
  if ((slot->flags & (YS_SLOT_FAULTY | YS_SLOT_DEFAULT)) != 0) return YS_OK;
  if (slot->kind != field->kind) return YS_OK; /* null, or anything */
  if (slot->kind == YS_MAP) return fill_map(space, field, slot);
  if (slot->kind == YS_ARRAY && field->item->has_collections)
    for (ys_slot *item = slot->u.items->first; item != NULL; item = item->next)
      YS_TRY(ys_fill_missing(space, field->item, item));
  return YS_OK;
}
