#include "core/check/fill.h"

#include "core/coverage/coverage.h"
#include "core/tree/charge.h"
#include "core/type/fields.h"

#include <stdlib.h>

ys_status ys_fill_copy(ys_space *space, const ys_slot *value, ys_place place,
                       ys_slot *out) {
  if (ys_is_collection(value) && ys_slot_size(value) > 0)
    YS_TRY(ys_space_charge(space, ys_slot_count(value) - 1, place));
  return ys_slot_copy(&space->arena, value, out);
}

/* Makes the default of a map from the defaults of its fields. The entries stand
 * side by side in the shape's order, so that the shape can find them. */
static ys_status default_map(ys_space *space, const ys_field *field,
                             ys_slot *slot) {
  const ys_map_type *map = field->map;
  const bool sparse = ys_fill_is_sparse(space, map);
  const uint32_t count = sparse ? map->relevant_count : map->shape->count;
  ys_slot *entries, *next;
  ys_slot_make_bare(slot, YS_MAP);
  if (count == 0) return YS_OK;
  entries = next = ys_arena_alloc(&space->arena, count * sizeof *entries);
  if (entries == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < count; i++) {
    const ys_field *named = &map->fields[sparse ? map->relevant[i] : i];
    if (named->optional) continue;
    next->key = named->key;
    next->next = next + 1;
    YS_TRY(ys_fill_default(space, named, next++));
  }
  if (next == entries) return YS_OK;
  slot->u.first = entries;
  next[-1].next = NULL;
  YS_TRY(
      ys_slot_close(&space->arena, slot, next - 1, (uint32_t)(next - entries)));
  if (ys_slot_size(slot) < map->shape->count) return YS_OK;
  return ys_slot_set_shape(&space->arena, slot, map->shape);
}

ys_status ys_fill_default(ys_space *space, const ys_field *field,
                          ys_slot *slot) {
  const ys_slot *value = field->default_value;
  YS_TRY(ys_space_charge(space, 1, field->place));
  YS_TRY(ys_slot_start(&space->arena, slot, field->place));
  slot->flags = 0;
  if (ys_is_removed(field) ||
      ys_changed(space, field, YS_CHANGE_NULL_DEFAULT, false, true)) {
    slot->kind = YS_NULL;
  } else if (field->default_closure != 0) {
    slot->kind = YS_CLOSURE;
    slot->u.closure = field->default_closure;
    slot->flags = YS_SLOT_PENDING;
  } else if (value == NULL) {
    YS_TRY(default_map(space, field, slot));
  } else if (ys_is_collection(value)) {
    const ys_key *key = slot->key;
    YS_TRY(ys_fill_copy(space, value, field->place, slot));
    YS_TRY(ys_slot_set_place(&space->arena, slot, field->place));
    slot->key = key;
  } else {
    YS_TRY(ys_slot_set_value(&space->arena, slot, value));
  }
  slot->flags |= YS_SLOT_DEFAULT;
  return YS_OK;
}

/* A set of bits for the given fields of a map. Few maps have more fields than
 * fit on the stack. */
enum { STACK_WORDS = 16 };

static ys_status add_missing(ys_space *space, const ys_field *field,
                             ys_slot *slot, uint32_t missing) {
  const ys_map_type *map = field->map;
  uint64_t stack_bits[STACK_WORDS], *given = stack_bits;
  uint32_t words = map->shape->count / 64 + 1, expect = 0;
  ys_slots list = {0};
  ys_slot *added;
  for (uint32_t i = 0; i < words && i < STACK_WORDS; i++)
    stack_bits[i] = 0;
  if (words > STACK_WORDS)
    given = ys_arena_zalloc(&space->arena, words, sizeof *given);
  added = ys_arena_alloc(&space->arena, missing * sizeof *added);
  if (given == NULL || added == NULL) return YS_NOMEM;
  for (const ys_slot *e = ys_slot_first(slot); e != NULL; e = e->next) {
    int64_t at = ys_shape_find(map->shape, e->key, expect);
    if (at < 0) continue;
    given[at / 64] |= (uint64_t)1 << (at % 64);
    expect = (uint32_t)at + 1;
  }
  for (uint32_t i = 0; i < map->shape->count; i++) {
    if ((given[i / 64] >> (i % 64) & 1) != 0) continue;
    added->key = map->fields[i].key;
    YS_TRY(ys_fill_default(space, &map->fields[i], added));
    ys_slots_add(&list, added++);
  }
  ys_slot_append_all(slot, &list, missing);
  return YS_OK;
}

static ys_status fill_map(ys_space *space, const ys_field *field, ys_slot *slot,
                          bool below) {
  const ys_map_type *map = field->map;
  uint32_t found = 0, expect = 0;
  for (ys_slot *e = ys_slot_first(slot); e != NULL; e = e->next) {
    int64_t at = ys_shape_find(map->shape, e->key, expect);
    if (at < 0) continue;
    found++;
    expect = (uint32_t)at + 1;
    if (below && map->fields[at].has_collections)
      YS_TRY(ys_fill_missing(space, &map->fields[at], e));
  }
  if (found == map->shape->count) return YS_OK;
  return add_missing(space, field, slot, map->shape->count - found);
}

/* ---- maps with open or optional fields ----------------------------------- */

/* The entries of a map: the named ones by their place in the shape, the others
 * in their order. */
typedef struct layout {
  ys_slot **named; /* [shape.count] */
  ys_slot *others, **end;
} layout;

/* Finds the place of a given entry in the shape, or -1, and completes its value
 * if that is wanted. */
static ys_status find_place(ys_space *space, const ys_map_type *map,
                            ys_slot *entry, bool below, uint32_t *expect,
                            int64_t *at) {
  const ys_field *field;
  *at = ys_shape_find(map->shape, entry->key, *expect);
  YS_TRY(ys_fields_find(space, map, entry->key, expect, &field));
  if (!below || field == NULL || !field->has_collections) return YS_OK;
  return ys_fill_missing(space, field, entry);
}

static ys_status lay_out(ys_space *space, const ys_map_type *map, ys_slot *slot,
                         bool below, layout *l) {
  uint32_t expect = 0;
  int64_t at;
  for (ys_slot *e = ys_slot_first(slot), *next; e != NULL; e = next) {
    next = e->next;
    YS_TRY(find_place(space, map, e, below, &expect, &at));
    if (at >= 0) {
      l->named[at] = e;
    } else {
      e->next = NULL;
      *l->end = e;
      l->end = &e->next;
    }
  }
  return YS_OK;
}

/* Orders the entries: named keys in the schema's order, then the keys of
 * placeholders (reference#placeholders). */
static ys_status fill_loose_map(ys_space *space, const ys_field *field,
                                ys_slot *slot, bool below) {
  const ys_map_type *map = field->map;
  layout l = {.end = &l.others};
  YS_NEW_LIST(l.named, &space->arena, map->shape->count);
  YS_TRY(lay_out(space, map, slot, below, &l));
  ys_slots list = {0};
  uint32_t size = 0;
  for (uint32_t i = 0; i < map->shape->count; i++) {
    const ys_field *named = &map->fields[i];
    ys_slot *entry = l.named[i];
    if (entry == NULL && named->optional) continue;
    if (entry == NULL) {
      YS_NEW(entry, &space->arena);
      entry->key = named->key;
      YS_TRY(ys_fill_default(space, named, entry));
    }
    ys_slots_add(&list, entry);
    size++;
  }
  for (ys_slot *e = l.others, *next; e != NULL; e = next, size++) {
    next = e->next;
    ys_slots_add(&list, e);
  }
  ys_slot_relink(slot, &list, size);
  return YS_OK;
}

/* ---- maps that lack defaults --------------------------------------------- */

/* A given entry with a named field. */
typedef struct placed {
  int64_t at; /* its place in the shape */
  ys_slot *entry;
} placed;

static int compare_placed(const void *a, const void *b) {
  const placed *one = a, *other = b;
  return (one->at > other->at) - (one->at < other->at);
}

/* Lists the entries with a named field in the order of the schema. If there is
 * a list for the others, these are moved to it. */
static ys_status place_entries(ys_space *space, const ys_map_type *map,
                               const ys_slot *slot, bool below, placed *named,
                               ys_slots *others) {
  uint32_t expect = 0, count = 0;
  int64_t at;
  for (ys_slot *e = ys_slot_first(slot), *next; e != NULL; e = next) {
    next = e->next;
    YS_TRY(find_place(space, map, e, below, &expect, &at));
    if (at >= 0)
      named[count++] = (placed){at, e};
    else if (others != NULL)
      ys_slots_add(others, e);
  }
  qsort(named, count, sizeof *named, compare_placed);
  named[count].at = map->shape->count; /* after them all */
  return YS_OK;
}

/* Makes the relevant defaults that a map lacks. They are added to a list; if
 * `ordered`, among the given entries, in the order of the schema. */
static ys_status make_relevant(ys_space *space, const ys_map_type *map,
                               placed *next, bool ordered, ys_slots *list,
                               uint32_t *made) {
  for (uint32_t i = 0; i < map->relevant_count; i++) {
    const ys_field *named = &map->fields[map->relevant[i]];
    for (; next->at < map->relevant[i]; next++)
      if (ordered) ys_slots_add(list, next->entry);
    if (next->at == map->relevant[i]) continue;
    ys_slot *entry = ys_arena_new(&space->arena, ys_slot);
    if (entry == NULL) return YS_NOMEM;
    entry->key = named->key;
    YS_TRY(ys_fill_default(space, named, entry));
    ys_slots_add(list, entry);
    (*made)++;
  }
  for (; ordered && next->at < map->shape->count; next++)
    ys_slots_add(list, next->entry);
  return YS_OK;
}

/* Adds the relevant defaults of a map. Its entries have the same order as in a
 * complete map: that of the schema, if `ordered`. */
static ys_status fill_sparse(ys_space *space, const ys_field *field,
                             ys_slot *slot, bool below, bool ordered) {
  ys_slots list = {0}, others = {0};
  uint32_t made = 0;
  placed *named = ys_arena_alloc(
      &space->arena, ((size_t)ys_slot_size(slot) + 1) * sizeof *named);
  if (named == NULL) return YS_NOMEM;
  YS_TRY(place_entries(space, field->map, slot, below, named,
                       ordered ? &others : NULL));
  YS_TRY(make_relevant(space, field->map, named, ordered, &list, &made));
  if (!ordered) {
    if (made > 0) ys_slot_append_all(slot, &list, made);
    return YS_OK;
  }
  for (ys_slot *e; (e = ys_slots_take(&others)) != NULL;)
    ys_slots_add(&list, e);
  ys_slot_relink(slot, &list, ys_slot_size(slot) + made);
  return YS_OK;
}

ys_status ys_fill_ordered(ys_space *space, const ys_field *field,
                          ys_slot *slot) {
  return fill_sparse(space, field, slot, true, true);
}

ys_status ys_fill_entries(ys_space *space, const ys_field *field, ys_slot *slot,
                          bool below) {
  if (slot->kind != YS_MAP || field->kind != YS_MAP) return YS_OK;
  if (ys_fill_is_sparse(space, field->map))
    return fill_sparse(space, field, slot, below, field->map->loose);
  return field->map->loose ? fill_loose_map(space, field, slot, below)
                           : fill_map(space, field, slot, below);
}

ys_status ys_fill_missing(ys_space *space, const ys_field *field,
                          ys_slot *slot) {
  if ((slot->flags & (YS_SLOT_INVALID | YS_SLOT_DEFAULT)) != 0) return YS_OK;
  /* The value is null, or the field accepts anything. */
  if (slot->kind != field->kind) return YS_OK;
  if (slot->kind == YS_MAP) return ys_fill_entries(space, field, slot, true);
  if (slot->kind == YS_ARRAY && field->item->has_collections)
    for (ys_slot *item = ys_slot_first(slot); item != NULL; item = item->next)
      YS_TRY(ys_fill_missing(space, field->item, item));
  return YS_OK;
}

/* Recursion is bounded by the limit on depth. */
static void mark_ungiven(ys_slot *value) {
  if (value->kind != YS_MAP) return;
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next) {
    s->flags |= YS_SLOT_UNGIVEN;
    mark_ungiven(s);
  }
}

/* An alternative may still complete the values in a choice, and completing them
 * skips what is flagged as complete, so they are not. */
static void mark_complete(const ys_field *field, ys_slot *value) {
  uint32_t expect = 0;
  if (value->kind != YS_MAP || field->kind != YS_MAP) return;
  for (ys_slot *s = ys_slot_first(value); s != NULL; s = s->next) {
    const int64_t at = ys_shape_find(field->map->shape, s->key, expect);
    s->flags |= YS_SLOT_DEFAULT;
    if (at < 0) continue;
    expect = (uint32_t)at + 1;
    mark_complete(&field->map->fields[at], s);
  }
}

void ys_fill_mark(const ys_field *field, ys_slot *value) {
  mark_complete(field, value);
  mark_ungiven(value);
}

/* ---- values about to be merged ------------------------------------------- */

/* Whether the given value replaces the left one. A default that is pending has
 * no kind yet, but may become a map. */
static bool takes_place(const ys_slot *left, const ys_slot *given) {
  return given->kind == YS_ARRAY ||
         (left->kind != YS_MAP && (left->flags & YS_SLOT_PENDING) == 0);
}

ys_status ys_fill_given(ys_space *space, const ys_field *field, ys_slot *left,
                        ys_slot *given) {
  const ys_field *below;
  uint32_t expect = 0;
  if (given->kind != field->kind) return YS_OK;
  if (!field->has_collections && !field->unsettled) return YS_OK;
  if (takes_place(left, given)) return ys_fill_missing(space, field, given);
  if (left->kind != YS_MAP || (given->flags & YS_SLOT_INVALID) != 0)
    return YS_OK;
  for (ys_slot *s = ys_slot_first(given); s != NULL; s = s->next) {
    ys_slot *entry;
    if (!ys_is_collection(s)) continue;
    YS_TRY(ys_fields_find(space, field->map, s->key, &expect, &below));
    if (below == NULL) continue;
    entry = ys_map_find(&space->arena, left, s->key);
    YS_TRY(entry == NULL ? ys_fill_missing(space, below, s)
                         : ys_fill_given(space, below, entry, s));
  }
  return YS_OK;
}
