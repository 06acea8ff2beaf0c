#ifndef YS_JOINT_H
#define YS_JOINT_H

/*
 * ys_joint.h - a left collection while the slots of a right one are applied to
 * it: which of its slots are meant, and the changes to them. All changes go
 * through here, so that what is known about the slots stays true.
 *
 * What it knows is in memory of its own, which ys_joint_close() releases, also
 * after a failure: an overlay may have many documents, and each may walk the
 * same large array. Nothing that stays points there.
 */

#include "ys_lookup.h"
#include "ys_operation.h"

typedef struct ys_joint {
  ys_slot *left;  /* the collection */
  ys_stand stand; /* of its slots */
  ys_match_defaults inherited;
  const void *type;   /* of the collection, for the guide (ys_merger.h); without
                         a collection, of the one slot there is */
  ys_rows *rows;      /* NULL: not needed yet */
  ys_lookup *lookups; /* of the rows */
  uint32_t lookup_count;
  ys_arena scratch; /* of the rows and the lookups */
  bool gone;        /* a slot was removed */
  bool inserted;    /* the rows are in another order than the slots */
} ys_joint;

/* A slot of the left collection; its row when there are rows. */
typedef struct ys_found {
  ys_slot *slot;
  ys_row *row;
} ys_found;

/* Begins changes to `left`, which is NULL when there is no collection. */
ys_joint ys_joint_open(const ys_space *space, ys_slot *left, ys_stand stand,
                       const ys_match_defaults *inherited);

/* Makes the rows if there are none. */
ys_status ys_joint_need_rows(ys_joint *joint);

/* The rows by the value of a key, made when they are first asked for. NULL:
 * there are enough lookups already, so the rows have to be walked. */
ys_status ys_joint_lookup(ys_space *space, ys_joint *joint, ys_str name,
                          ys_lookup **out);

/* The entry with this key, if it is not gone; else `slot` is NULL. */
ys_status ys_joint_entry(ys_space *space, ys_joint *joint, const ys_key *key,
                         ys_found *out);

/* Puts a slot at the end. */
ys_status ys_joint_add(ys_space *space, ys_joint *joint, ys_slot *slot);

/* Puts a slot before or after a row of an array. */
ys_status ys_joint_insert(ys_space *space, ys_joint *joint, ys_row *row,
                          ys_slot *slot, bool before);

/* Flags a slot as gone; ys_joint_close() takes it out of the collection. */
void ys_joint_remove(ys_joint *joint, ys_found found);

/* To be told before the value of a slot is changed, as ys_lookup_changes(). */
void ys_joint_changes(ys_found found, const ys_slot *right);

/* Ends the changes: the collection is what it is to be, unless `status`, which
 * is handed through, says that memory has run out. */
ys_status ys_joint_close(ys_joint *joint, ys_status status);

#endif
