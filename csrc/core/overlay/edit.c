#include "core/overlay/edit.h"

ys_edit ys_edit_open(const ys_space *space, ys_slot *left, ys_stand stand,
                     const ys_match_defaults *inherited) {
  ys_edit edit = {.left = left, .stand = stand, .inherited = *inherited};
  ys_arena_init(&edit.scratch, space->arena.memory);
  return edit;
}

ys_status ys_edit_need_rows(ys_edit *edit) {
  if (edit->rows != NULL) return YS_OK;
  ys_rows *rows = ys_arena_new(&edit->scratch, ys_rows);
  if (rows == NULL) return YS_NOMEM;
  YS_TRY(ys_rows_make(&edit->scratch, edit->left, rows));
  edit->rows = rows;
  return YS_OK;
}

/* Skips the slots that were removed. */
static ys_found from_slot(ys_slot *slot) {
  while (slot != NULL && (slot->flags & YS_SLOT_REMOVED) != 0)
    slot = slot->next;
  return (ys_found){slot, NULL};
}

static ys_found from_row(ys_row *row) {
  return (ys_found){row == NULL ? NULL : row->slot, row};
}

ys_found ys_edit_first(const ys_edit *edit) {
  return edit->rows != NULL ? from_row(edit->rows->first)
                            : from_slot(ys_slot_first(edit->left));
}

ys_found ys_edit_next(ys_found found) {
  return found.row != NULL ? from_row(found.row->next)
                           : from_slot(found.slot->next);
}

/* Items are rarely distinguished by more keys than this. The limit keeps the
 * cost of updating the lookups at each change small. */
enum { MOST_LOOKUPS = 16 };

ys_status ys_edit_lookup(ys_space *space, ys_edit *edit, ys_str name,
                         ys_lookup **out) {
  ys_lookup *lookup = edit->lookups;
  *out = NULL;
  if (edit->few) return YS_OK;
  while (lookup != NULL && !ys_str_eq(lookup->key->text, name))
    lookup = lookup->next;
  if (lookup == NULL && edit->lookup_count < MOST_LOOKUPS) {
    YS_TRY(ys_edit_need_rows(edit));
    YS_NEW(lookup, &edit->scratch);
    YS_TRY(ys_lookup_make(space, &edit->scratch, edit->rows, name, lookup));
    lookup->next = edit->lookups;
    edit->lookups = lookup;
    edit->lookup_count++;
  }
  *out = lookup;
  return YS_OK;
}

ys_status ys_edit_entry(ys_space *space, ys_edit *edit, const ys_key *key,
                        ys_found *out) {
  ys_slot *slot = ys_map_find(&space->arena, edit->left, key);
  *out = (ys_found){0};
  if (slot == NULL || (slot->flags & YS_SLOT_REMOVED) != 0) return YS_OK;
  out->slot = slot;
  if (edit->rows == NULL) return YS_OK;
  return ys_rows_of(&edit->scratch, edit->rows, slot, &out->row);
}

ys_status ys_edit_add(ys_space *space, ys_edit *edit, ys_slot *slot) {
  ys_items *items;
  ys_row *row;
  YS_TRY(ys_slot_need_items(&space->arena, edit->left, &items));
  ys_slot_append(edit->left, slot);
  if (edit->rows == NULL) return YS_OK;
  YS_TRY(ys_rows_add(&edit->scratch, edit->rows, NULL, slot, &row));
  return ys_lookup_added(space, edit->lookups, row);
}

ys_status ys_edit_insert(ys_space *space, ys_edit *edit, ys_row *row,
                         ys_slot *slot, bool before) {
  ys_row *next = before ? row : row->next, *added;
  edit->inserted = true;
  YS_TRY(ys_rows_add(&edit->scratch, edit->rows, next, slot, &added));
  return ys_lookup_added(space, edit->lookups, added);
}

void ys_edit_remove(ys_edit *edit, ys_found found) {
  edit->removed = true;
  found.slot->flags |= YS_SLOT_REMOVED;
  if (found.row == NULL) return;
  ys_lookup_removed(edit->lookups, found.row);
  ys_rows_remove(edit->rows, found.row);
}

ys_status ys_edit_changes(ys_space *space, ys_found found,
                          const ys_slot *right) {
  return found.row == NULL ? YS_OK : ys_lookup_changes(space, found.row, right);
}

ys_status ys_edit_close(ys_edit *edit, ys_status status) {
  if (status != YS_NOMEM && edit->inserted)
    ys_rows_write(edit->rows, edit->left);
  else if (status != YS_NOMEM && edit->removed)
    ys_slot_sweep(edit->left);
  ys_arena_release(&edit->scratch);
  return status;
}
