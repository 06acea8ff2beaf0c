#include "lua/value/entries.h"

#include "core/type/fields.h"
#include "lua/value/key.h"
#include "lua/value/sort.h"

/* ---- the entries of a table ---------------------------------------------- */

/* Sets field by field: many maps are so small that it would take longer to
 * clear all fields. */
void ysl_start_entries(ysl_entries *e, ysl_want want, bool ordered) {
  const bool typed = want.field != NULL && want.field->kind == YS_MAP;
  e->type = typed ? want.field->map : NULL;
  e->names = typed ? want.names : NULL;
  e->ordered = ordered;
  e->known = NULL;
  e->known_count = 0;
  e->others = NULL;
  e->other_count = 0;
}

/* Makes room for the keys of the type. */
static ys_status start_known(ysl_import *im, ysl_entries *e) {
  const uint32_t count = e->type->shape->count;
  e->few = 0;
  e->given = &e->few;
  if (count > YSL_FEW)
    e->given = ys_arena_zalloc(&im->space->arena, count / YSL_FEW + 1,
                               sizeof *e->given);
  e->known = ys_arena_alloc(&im->space->arena, count * sizeof *e->known);
  return e->given == NULL || e->known == NULL ? YS_NOMEM : YS_OK;
}

/* A slot for a key that is not given yet. */
static ys_status known_slot(ysl_import *im, ysl_entries *e, size_t position,
                            ys_slot **out) {
  if (e->known == NULL) YS_TRY(start_known(im, e));
  e->given[position / YSL_FEW] |= (uint64_t)1 << (position % YSL_FEW);
  e->known_count++;
  *out = &e->known[position];
  **out = im->blank;
  (*out)->key = e->type->fields[position].key;
  return YS_OK;
}

static ys_status other_slot(ysl_import *im, ysl_entries *e, const ys_key *key,
                            ys_slot **out) {
  ys_slot *slot;
  YS_KEEP(slot, &im->space->arena, im->blank);
  slot->key = key;
  slot->next = e->others;
  e->others = slot;
  e->other_count++;
  *out = slot;
  return YS_OK;
}

/* The position in the type of the key that is below the top of the stack, or
 * -1. */
static int64_t position_by_name(const ysl_import *im, const ysl_entries *e) {
  if (e->names == NULL) return -1;
  return ysl_type_keys_find(e->names, lua_topointer(im->L, -2));
}

/* Sets what the type wants under the key at `position`; -1: a key that it does
 * not have. */
static void want_of_key(const ysl_entries *e, int64_t position,
                        ysl_want *want) {
  const ys_field *named = position >= 0 ? &e->type->fields[position] : NULL;
  want->field =
      e->type->open_count == 0 ? named : ys_fields_guess(e->type, position);
  if (named != NULL && want->field == named && e->names != NULL)
    want->names = e->names->below[position];
}

/* Gives a slot for the key that is below the top of the stack, and what is
 * wanted there. NULL: the value cannot be a key. */
static ys_status entry_slot(ysl_import *im, ysl_entries *e, ysl_want *want,
                            ys_slot **out) {
  int64_t position = position_by_name(im, e);
  const ys_key *key;
  if (position >= 0)
    key = e->type->fields[position].key;
  else
    YS_TRY(ysl_find_key(im, e->type, -2, &key, &position));
  *out = NULL;
  if (key == NULL) return YS_OK;
  if (e->type != NULL) {
    want_of_key(e, position, want);
    if (want->field == NULL) im->doubtful = true;
  }
  if (position >= 0 && !e->ordered)
    return known_slot(im, e, (size_t)position, out);
  return other_slot(im, e, key, out);
}

/* Takes the entry whose key and value are at the top of the stack. */
static ys_status take_entry(ysl_import *im, ysl_entries *e,
                            const ys_path *path) {
  ysl_want want = {NULL, NULL};
  ys_slot *slot;
  YS_TRY(ysl_spend(im));
  YS_TRY(entry_slot(im, e, &want, &slot));
  if (slot == NULL)
    return ysl_note_problem(
        im, path, "a key is neither a string, a number nor a boolean");
  if (!ysl_take_scalar(im, slot))
    YS_TRY(ysl_take_other(im, want, &(ys_path){path, slot->key, 0}, slot));
  ysl_validate(im, want.field, slot);
  return YS_OK;
}

ys_status ysl_take_entries(ysl_import *im, ysl_entries *e, int table,
                           const ys_path *path) {
  do {
    YS_TRY(take_entry(im, e, path));
    lua_pop(im->L, 1);
  } while (lua_next(im->L, table));
  return YS_OK;
}

/* ---- the map ------------------------------------------------------------- */

/* Finds the entries that the list of keys at the top of the stack names, in its
 * order. They lose the flag that all entries have. */
static ys_status find_listed(ysl_import *im, ys_slot *map, ys_slot **listed,
                             size_t *found) {
  const size_t count = (size_t)lua_rawlen(im->L, -1);
  *found = 0;
  for (size_t i = 1; i <= count; i++) {
    const ys_key *key;
    ys_slot *slot;
    int64_t position;
    lua_rawgeti(im->L, -1, (ysl_index)i);
    YS_TRY(ysl_find_key(im, NULL, -1, &key, &position));
    lua_pop(im->L, 1);
    if (key == NULL) break; /* nil: the list ends here */
    slot = ys_map_find(&im->space->arena, map, key);
    if (slot == NULL || (slot->flags & YS_SLOT_REMOVED) == 0) continue;
    slot->flags = (uint8_t)(slot->flags & ~YS_SLOT_REMOVED);
    listed[(*found)++] = slot;
  }
  return YS_OK;
}

/* Brings the entries into the order of the list of keys at the top of the
 * stack; the others follow, sorted. */
static ys_status order_by_list(ysl_import *im, ys_slot *map) {
  const uint32_t size = ys_slot_size(map);
  ys_slots others = {0}, sorted = {0};
  size_t found;
  ys_slot **listed = ys_arena_alloc(&im->space->arena, size * sizeof *listed);
  if (listed == NULL) return YS_NOMEM;
  for (ys_slot *s = ys_slot_first(map); s != NULL; s = s->next)
    s->flags |= YS_SLOT_REMOVED;
  YS_TRY(find_listed(im, map, listed, &found));
  for (ys_slot *s = ys_slot_first(map), *next; s != NULL; s = next) {
    next = s->next;
    if ((s->flags & YS_SLOT_REMOVED) == 0) continue;
    s->flags = (uint8_t)(s->flags & ~YS_SLOT_REMOVED);
    ys_slots_add(&others, s);
  }
  for (size_t i = 0; i < found; i++)
    ys_slots_add(&sorted, listed[i]);
  for (ys_slot *s = ysl_sort_entries(others.first), *next; s != NULL;
       s = next) {
    next = s->next;
    ys_slots_add(&sorted, s);
  }
  ys_slot_relink(map, &sorted, size); /* an index was about the old order */
  return YS_OK;
}

/* Links the known entries that are given. Returns where the next one is to be
 * linked. */
static ys_slot **link_known(ys_slot *map, const ysl_entries *e) {
  ys_slot **end = &map->u.first;
  if (e->known_count == 0) return end;
  for (uint32_t i = 0; i < e->type->shape->count; i++) {
    if ((e->given[i / YSL_FEW] >> (i % YSL_FEW) & 1) == 0) continue;
    *end = &e->known[i];
    end = &e->known[i].next;
  }
  return end;
}

ys_status ysl_finish_entries(ysl_import *im, const ysl_entries *e,
                             ys_slot *slot) {
  ys_slot *other = e->others;
  ys_slot_make_bare(slot, YS_MAP);
  ys_slot **end = link_known(slot, e);
  if (e->other_count > 1 && !e->ordered) other = ysl_sort_entries(other);
  for (; other != NULL; other = other->next) {
    *end = other;
    end = &other->next;
  }
  *end = NULL;
  YS_TRY(ys_slot_close(&im->space->arena, slot, NULL,
                       e->known_count + e->other_count));
  if (e->ordered) return order_by_list(im, slot);
  if (e->known_count == 0 || e->known_count < e->type->shape->count)
    return YS_OK;
  return ys_slot_set_shape(&im->space->arena, slot, e->type->shape);
}

/* Takes a table as a map, from the entry at the top of the stack on. */
ys_status ysl_take_map(ysl_import *im, ysl_want want, int table, bool ordered,
                       const ys_path *path, ys_slot *slot) {
  ysl_entries e;
  ysl_start_entries(&e, want, ordered);
  YS_TRY(ysl_take_entries(im, &e, table, path));
  return ysl_finish_entries(im, &e, slot);
}
