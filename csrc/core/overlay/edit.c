#include "core/overlay/edit.h"

ys_edit ys_edit_open(const ys_space *space, ys_slot *left, ys_stand stand,
                     const ys_match_defaults *inherited) {
  ys_edit joint = {.left = left, .stand = stand, .inherited = *inherited};
  ys_arena_init(&joint.scratch, space->arena.memory);
  return joint;
}

ys_status ys_edit_need_rows(ys_edit *joint) {
  if (joint->rows != NULL) return YS_OK;
  ys_rows *rows = ys_arena_new(&joint->scratch, ys_rows);
  if (rows == NULL) return YS_NOMEM;
  YS_TRY(ys_rows_make(&joint->scratch, joint->left, rows));
  joint->rows = rows;
  return YS_OK;
}

/* Skips the slots that were removed. */
static ys_found from_slot(ys_slot *slot) {
  while (slot != NULL && (slot->flags & YS_SLOT_GONE) != 0)
    slot = slot->next;
  return (ys_found){slot, NULL};
}

static ys_found from_row(ys_row *row) {
  return (ys_found){row == NULL ? NULL : row->slot, row};
}

ys_found ys_edit_first(const ys_edit *joint) {
  return joint->rows != NULL ? from_row(joint->rows->first)
                             : from_slot(ys_slot_first(joint->left));
}

ys_found ys_edit_next(ys_found found) {
  return found.row != NULL ? from_row(found.row->next)
                           : from_slot(found.slot->next);
}

/* Items are rarely told apart by more keys than this. The limit keeps the cost
 * of updating the lookups at each change small. */
enum { MOST_LOOKUPS = 16 };

ys_status ys_edit_lookup(ys_space *space, ys_edit *joint, ys_str name,
                         ys_lookup **out) {
  ys_lookup *lookup = joint->lookups;
  *out = NULL;
  if (joint->few) return YS_OK;
  while (lookup != NULL && !ys_str_eq(lookup->key->text, name))
    lookup = lookup->next;
  if (lookup == NULL && joint->lookup_count < MOST_LOOKUPS) {
    YS_TRY(ys_edit_need_rows(joint));
    lookup = ys_arena_new(&joint->scratch, ys_lookup);
    if (lookup == NULL) return YS_NOMEM;
    YS_TRY(ys_lookup_make(space, &joint->scratch, joint->rows, name, lookup));
    lookup->next = joint->lookups;
    joint->lookups = lookup;
    joint->lookup_count++;
  }
  *out = lookup;
  return YS_OK;
}

ys_status ys_edit_entry(ys_space *space, ys_edit *joint, const ys_key *key,
                        ys_found *out) {
  ys_slot *slot = ys_map_find(&space->arena, joint->left, key);
  *out = (ys_found){0};
  if (slot == NULL || (slot->flags & YS_SLOT_GONE) != 0) return YS_OK;
  out->slot = slot;
  if (joint->rows == NULL) return YS_OK;
  return ys_rows_of(&joint->scratch, joint->rows, slot, &out->row);
}

ys_status ys_edit_add(ys_space *space, ys_edit *joint, ys_slot *slot) {
  ys_items *items;
  ys_row *row;
  YS_TRY(ys_slot_need_items(&space->arena, joint->left, &items));
  ys_slot_append(joint->left, slot);
  if (joint->rows == NULL) return YS_OK;
  YS_TRY(ys_rows_add(&joint->scratch, joint->rows, NULL, slot, &row));
  return ys_lookup_added(space, joint->lookups, row);
}

ys_status ys_edit_insert(ys_space *space, ys_edit *joint, ys_row *row,
                         ys_slot *slot, bool before) {
  ys_row *next = before ? row : row->next, *added;
  joint->inserted = true;
  YS_TRY(ys_rows_add(&joint->scratch, joint->rows, next, slot, &added));
  return ys_lookup_added(space, joint->lookups, added);
}

void ys_edit_remove(ys_edit *joint, ys_found found) {
  joint->gone = true;
  found.slot->flags |= YS_SLOT_GONE;
  if (found.row == NULL) return;
  ys_lookup_removed(joint->lookups, found.row);
  ys_rows_remove(joint->rows, found.row);
}

ys_status ys_edit_changes(ys_space *space, ys_found found,
                          const ys_slot *right) {
  return found.row == NULL ? YS_OK : ys_lookup_changes(space, found.row, right);
}

ys_status ys_edit_close(ys_edit *joint, ys_status status) {
  if (status != YS_NOMEM && joint->inserted)
    ys_rows_write(joint->rows, joint->left);
  else if (status != YS_NOMEM && joint->gone)
    ys_slot_sweep(joint->left);
  ys_arena_release(&joint->scratch);
  return status;
}
