#ifndef YS_OVERLAY_EDIT_H
#define YS_OVERLAY_EDIT_H

/*
 * core/overlay/edit.h - a left collection while the slots of a right one are
 * applied to it: which of its slots are meant, and the changes to them. All
 * changes go through here, so that what is known about the slots stays true.
 *
 * What it knows is in memory of its own, which ys_edit_close() releases, also
 * after a failure: an overlay may have many documents, and each may walk the
 * same large array. Nothing that stays points there.
 */

#include "core/overlay/lookup.h"
#include "core/overlay/search.h"

typedef struct ys_edit {
  ys_slot *left;  /* the collection */
  ys_stand stand; /* of its slots */
  ys_match_defaults inherited;
  const void *type; /* of the collection, for the guide (core/overlay/merger.h);
                       without a collection, of the one slot there is */
  ys_rows *rows;    /* NULL: not needed yet */
  ys_lookup *lookups; /* of the rows */
  uint32_t lookup_count;
  ys_arena scratch; /* of the rows and the lookups */
  bool gone;        /* a slot was removed */
  bool inserted;    /* the rows are in another order than the slots */
} ys_edit;

/* A slot of the left collection; its row when there are rows. */
typedef struct ys_found {
  ys_slot *slot;
  ys_row *row;
} ys_found;

/* Begins changes to `left`, which is NULL when there is no collection. */
ys_edit ys_edit_open(const ys_space *space, ys_slot *left, ys_stand stand,
                     const ys_match_defaults *inherited);

/* Makes the rows if there are none. */
ys_status ys_edit_need_rows(ys_edit *joint);

/* The rows by the value of a key, made when they are first asked for. NULL:
 * there are enough lookups already, so the rows have to be walked. */
ys_status ys_edit_lookup(ys_space *space, ys_edit *joint, ys_str name,
                         ys_lookup **out);

/* The entry with this key, if it is not gone; else `slot` is NULL. */
ys_status ys_edit_entry(ys_space *space, ys_edit *joint, const ys_key *key,
                        ys_found *out);

/* Puts a slot at the end. */
ys_status ys_edit_add(ys_space *space, ys_edit *joint, ys_slot *slot);

/* Puts a slot before or after a row of an array. */
ys_status ys_edit_insert(ys_space *space, ys_edit *joint, ys_row *row,
                         ys_slot *slot, bool before);

/* Flags a slot as gone; ys_edit_close() takes it out of the collection. */
void ys_edit_remove(ys_edit *joint, ys_found found);

/* To be told before the value of a slot is changed, as ys_lookup_changes(). */
ys_status ys_edit_changes(ys_space *space, ys_found found,
                          const ys_slot *right);

/* Ends the changes: the collection is what it is to be, unless `status`, which
 * is handed through, says that memory has run out. */
ys_status ys_edit_close(ys_edit *joint, ys_status status);

#endif
