#include "core/overlay/rows.h"

ys_status ys_rows_of(ys_arena *arena, ys_rows *rows, const ys_slot *slot,
                     ys_row **out) {
  if (rows->by_slot.count == 0)
    for (ys_row *row = rows->first; row != NULL; row = row->next)
      YS_TRY(ys_pairs_set(&rows->by_slot, arena, row->slot, NULL, row));
  *out = ys_pairs_get(&rows->by_slot, slot, NULL);
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
  return rows->by_slot.count == 0
             ? YS_OK
             : ys_pairs_set(&rows->by_slot, arena, slot, NULL, row);
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
