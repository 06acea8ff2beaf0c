#include "lua/value/entries.h"

#include "lua/value/key.h"
#include "lua/value/sort.h"

/* Brings the entries into the order of the list of keys at the top of the
 * stack; the others follow, sorted. */
static ys_status order_by_list(ysl_import *im, ys_slot *map) {
  const size_t count = lua_rawlen(im->L, -1);
  ys_items *items = map->u.items;
  uint32_t order = 0;
  for (ys_slot *s = items->first; s != NULL; s = s->next)
    s->line = UINT32_MAX;
  for (size_t i = 1; i <= count; i++) {
    const ys_key *key;
    ys_slot *slot = NULL;
    int64_t position;
    lua_rawgeti(im->L, -1, (ysl_index)i);
    YS_TRY(ysl_find_key(im, NULL, -1, &key, &position));
    lua_pop(im->L, 1);
    if (key == NULL) break; /* nil: the list ends here */
    slot = ys_map_find(&im->space->arena, map, key);
    if (slot != NULL && slot->line == UINT32_MAX) slot->line = order++;
  }
  items->first = ysl_sort_entries(items->first);
  items->index = NULL; /* it is about the order there was */
  for (ys_slot *s = items->first; s != NULL; s = s->next) {
    s->line = im->place.line;
    items->last = s;
  }
  return YS_OK;
}

static void append_known(ys_slot *map, const ysl_entries *e) {
  ys_items *items = map->u.items;
  ys_slot **end = &items->first;
  if (e->known_count == 0) return;
  for (uint32_t i = 0; i < e->type->shape.count; i++) {
    if ((e->given[i / YSL_FEW] >> (i % YSL_FEW) & 1) == 0) continue;
    *end = items->last = &e->known[i];
    end = &e->known[i].next;
  }
  map->size = e->known_count;
  if (e->known_count == e->type->shape.count) items->shape = &e->type->shape;
}

ys_status ysl_finish_entries(ysl_import *im, const ysl_entries *e,
                             ys_slot *slot) {
  ys_slot *other = e->others;
  YS_TRY(ysl_start_collection(im, slot, YS_MAP));
  append_known(slot, e);
  if (e->other_count > 1 && !e->ordered) other = ysl_sort_entries(other);
  for (ys_slot *next; other != NULL; other = next) {
    next = other->next;
    ys_slot_append(slot, other);
  }
  return e->ordered ? order_by_list(im, slot) : YS_OK;
}
