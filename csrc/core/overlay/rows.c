#include "core/overlay/rows.h"

/* ---- the row of a slot --------------------------------------------------- */

static uint32_t place_of(const ys_rows *rows, const ys_slot *slot) {
  uint32_t at = (uint32_t)ys_hash_mix((uintptr_t)slot, 0x9E3779B97F4A7C15u);
  for (at &= rows->mask; rows->table[at] != NULL; at = (at + 1) & rows->mask)
    if (rows->table[at]->slot == slot) break;
  return at;
}

/* Makes a table for twice as many rows as there are. It leaves out removed
 * rows, which are never looked up. */
static ys_status make_table(ys_arena *arena, ys_rows *rows) {
  uint32_t size = 16;
  while (size / 4 < rows->count && size <= UINT32_MAX / 4)
    size *= 2;
  ys_row **table = ys_arena_zalloc(arena, size, sizeof(ys_row *));
  if (table == NULL) return YS_NOMEM;
  rows->table = table;
  rows->mask = size - 1;
  for (ys_row *row = rows->first; row != NULL; row = row->next)
    table[place_of(rows, row->slot)] = row;
  return YS_OK;
}

ys_status ys_rows_of(ys_arena *arena, ys_rows *rows, const ys_slot *slot,
                     ys_row **out) {
  if (rows->table == NULL) YS_TRY(make_table(arena, rows));
  *out = rows->table[place_of(rows, slot)];
  return YS_OK;
}

/* ---- changes ------------------------------------------------------------- */

ys_status ys_rows_add(ys_arena *arena, ys_rows *rows, ys_row *next,
                      ys_slot *slot, ys_row **out) {
  ys_row *row = ys_arena_new(arena, ys_row);
  if (row == NULL) return YS_NOMEM;
  row->slot = slot;
  row->next = next;
  row->prev = next == NULL ? rows->last : next->prev;
  *(row->prev == NULL ? &rows->first : &row->prev->next) = row;
  *(next == NULL ? &rows->last : &next->prev) = row;
  rows->count++;
  if (out != NULL) *out = row;
  if (rows->table == NULL) return YS_OK;
  if (rows->count > rows->mask / 2) return make_table(arena, rows);
  rows->table[place_of(rows, slot)] = row;
  return YS_OK;
}

void ys_rows_remove(ys_rows *rows, ys_row *row) {
  *(row->prev == NULL ? &rows->first : &row->prev->next) = row->next;
  *(row->next == NULL ? &rows->last : &row->next->prev) = row->prev;
}

ys_status ys_rows_make(ys_arena *arena, const ys_slot *collection,
                       ys_rows *out) {
  *out = (ys_rows){0};
  for (ys_slot *s = ys_slot_first(collection); s != NULL; s = s->next)
    if ((s->flags & YS_SLOT_REMOVED) == 0)
      YS_TRY(ys_rows_add(arena, out, NULL, s, NULL));
  return YS_OK;
}

void ys_rows_write(const ys_rows *rows, ys_slot *collection) {
  ys_slots list = {0};
  uint32_t count = 0;
  for (const ys_row *row = rows->first; row != NULL; row = row->next, count++)
    ys_slots_add(&list, row->slot);
  ys_slot_relink(collection, &list, count);
}
