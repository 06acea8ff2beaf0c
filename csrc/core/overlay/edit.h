#pragma once

/*
 * core/overlay/edit.h - An open edit of the target (left) collection during an
 * overlay: finds the matching slots and applies insertions and removals.
 *
 * All changes to the collection go through here, so that its rows and lookups
 * stay up to date.
 *
 * An edit owns the memory of its rows and lookups. ys_edit_close() releases it,
 * also after a failure; nothing in the result points there. The memory is
 * separate because an overlay may have many documents, and each may walk the
 * same large array.
 */

#include "core/overlay/lookup.h"
#include "core/overlay/search.h"

typedef struct ys_edit {
  ys_slot *left;  /* the collection, or NULL */
  ys_stand stand; /* where its slots stand */
  ys_match_defaults inherited;
  /* The type of the collection, for the guide (core/overlay/merger.h); without
   * a collection, the type of the single slot. */
  const void *type;
  ys_rows *rows;      /* NULL until they are needed */
  ys_lookup *lookups; /* a list of the lookups of `rows` */
  uint32_t lookup_count;
  ys_arena scratch; /* memory of the rows and the lookups */
  bool few;         /* so few nodes are applied that lookups do not pay off */
  bool removed;     /* a slot was removed */
  bool inserted;    /* a row was inserted; the slots are in another order */
} ys_edit;

/* A slot of the target collection, and its row if rows were made. */
typedef struct ys_found {
  ys_slot *slot;
  ys_row *row;
} ys_found;

/* Begins an edit of `left`, which is NULL when there is no collection. */
ys_edit ys_edit_open(const ys_space *space, ys_slot *left, ys_stand stand,
                     const ys_match_defaults *inherited);

/* Makes the rows if there are none. */
ys_status ys_edit_need_rows(ys_edit *edit);

/* Walks through the collection as it is now: through its rows or, as long as
 * there are none, through its slots. `slot` is NULL at the end. */
ys_found ys_edit_first(const ys_edit *edit);
ys_found ys_edit_next(ys_found found);

/* Gives the lookup of the rows by the value of this key and makes it at the
 * first call. NULL: there are too many lookups already, or too few nodes to be
 * looked up, so the caller has to walk through the collection. */
ys_status ys_edit_lookup(ys_space *space, ys_edit *edit, ys_str name,
                         ys_lookup **out);

/* Finds the entry with this key. `slot` is NULL if there is none or it was
 * removed. */
ys_status ys_edit_entry(ys_space *space, ys_edit *edit, const ys_key *key,
                        ys_found *out);

/* Appends a slot to the collection. */
ys_status ys_edit_add(ys_space *space, ys_edit *edit, ys_slot *slot);

/* Inserts a slot before or after a row of an array. */
ys_status ys_edit_insert(ys_space *space, ys_edit *edit, ys_row *row,
                         ys_slot *slot, bool before);

/* Marks a slot as removed; ys_edit_close() takes it out of the collection. */
void ys_edit_remove(ys_edit *edit, ys_found found);

/* Must be called before the value of a slot changes: see ys_lookup_changes().
 */
ys_status ys_edit_changes(ys_space *space, ys_found found,
                          const ys_slot *right);

/* Ends the edit, writes the changes to the collection and returns `status`. If
 * `status` is YS_NOMEM, the collection is not updated. */
ys_status ys_edit_close(ys_edit *edit, ys_status status);
