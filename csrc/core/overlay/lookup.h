#pragma once

/*
 * core/overlay/lookup.h - An index of rows by the value of one key.
 *
 * With it, `@overlay/match by="name"` costs O(1) for each overlay node, even
 * when many rows have the same value.
 */

#include "core/overlay/matcher.h"
#include "core/overlay/rows.h"

/* The entry of one row in one lookup. */
typedef struct ys_lookup_entry {
  struct ys_lookup_entry *prev, *next; /* in the group */
  struct ys_lookup_entry *beside; /* entry of the same row in another lookup */
  /* Next entry in the queue of changed entries. */
  struct ys_lookup_entry *later;
  struct ys_lookup *lookup;
  struct ys_lookup_group *group; /* NULL: not in a group yet */
  ys_row *row;                   /* NULL: the row was removed */
  const ys_slot *value;          /* the value when the entry joined the group */
  bool changed;                  /* the entry is in the queue */
} ys_lookup_entry;

/*
 * Rows with equal values, oldest first.
 *
 * A scalar value is stored in the group. A collection is not, because copying
 * it would be expensive: the value is that of any row in the group. Overlays
 * change values in place, so a row whose value is a collection leaves its group
 * before the value changes.
 */
typedef struct ys_lookup_group {
  struct ys_lookup_group *next; /* next group with the same hash */
  uint64_t hash;
  ys_slot scalar; /* the value, or only its kind for a collection */
  ys_lookup_entry *first, *last;
  uint32_t count;
} ys_lookup_group;

/*
 * A lookup. Rows are read only when they are needed: those before `unread` have
 * been read. Reading stops at a row that lacks the key, because then no node
 * can be matched (reference#matching-by-key). It goes on when that row has been
 * removed or has got the key.
 */
typedef struct ys_lookup {
  struct ys_lookup *next; /* lookup of the same rows by another key */
  const ys_key *key;
  ys_arena *scratch; /* memory of the lookup */
  ys_row *unread;
  ys_pairs groups; /* lists of groups, by the hashes of their values */
  ys_lookup_entry *changed, *changed_last; /* a queue */
  ys_lookup_group lacking;                 /* rows that lack the key */
  ys_lookup_group unequal; /* rows whose value equals nothing: .nan */
} ys_lookup;

/* Makes a lookup in `scratch`, which must live as long as the rows. */
ys_status ys_lookup_make(ys_space *space, ys_arena *scratch,
                         const ys_rows *rows, ys_str name, ys_lookup *out);

/* Finds the rows whose value matches `value`; `*out` is NULL if there are none.
 * If a row lacks the key, `*lacking` is the slot of that row, else NULL. */
ys_status ys_lookup_find(ys_space *space, ys_lookup *lookup,
                         const ys_slot *value, const ys_lookup_group **out,
                         const ys_slot **lacking);

/* Must be called after a row was added and before a row is removed. `lookups`
 * is the first lookup of the rows. */
ys_status ys_lookup_added(ys_space *space, ys_lookup *lookups, ys_row *row);
void ys_lookup_removed(ys_lookup *lookups, ys_row *row);

/*
 * Must be called before the value of a row changes. `right` is the value that
 * will be merged into it; NULL: it may change in any way. Do not look anything
 * up until the change is made.
 *
 * The new value is read at the next look-up, and only if it may have changed.
 * Else a large value would be read again at every change of its neighbours.
 */
ys_status ys_lookup_changes(ys_space *space, ys_row *row, const ys_slot *right);
