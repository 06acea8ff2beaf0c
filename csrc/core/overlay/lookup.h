#ifndef YS_OVERLAY_LOOKUP_H
#define YS_OVERLAY_LOOKUP_H

/*
 * core/overlay/lookup.h - rows by the value of one of their keys, so that
 * `by="name"` costs O(1) a node, however many values are equal.
 */

#include "core/overlay/matcher.h"
#include "core/overlay/rows.h"

/* A row in a lookup. */
typedef struct ys_lookup_entry {
  struct ys_lookup_entry *prev, *next; /* in the group */
  struct ys_lookup_entry *beside;      /* of the same row, in another lookup */
  struct ys_lookup_entry *later;       /* in the queue of changed ones */
  struct ys_lookup *lookup;
  struct ys_lookup_group *group; /* NULL: in none, until it is looked at */
  ys_row *row;                   /* NULL: it has left */
  const ys_slot *value;          /* when it came into the group */
  bool changed;                  /* it is in the queue */
} ys_lookup_entry;

/*
 * Rows with equal values, oldest first. Overlays change values in place, so
 * that a row whose value is a collection leaves its group at once: those that
 * are in it show what the value is. A scalar is kept, which is no copying.
 */
typedef struct ys_lookup_group {
  struct ys_lookup_group *next; /* in its bucket */
  uint64_t hash;
  ys_slot scalar; /* or the kind of collection */
  ys_lookup_entry *first, *last;
  uint32_t count;
} ys_lookup_group;

/*
 * Rows are read when they are needed: those before `unread`. Reading stops at a
 * row that has no such value, because then no node can be matched
 * (reference#matching-by-key), and goes on when that row has left or has got
 * one.
 */
typedef struct ys_lookup {
  struct ys_lookup *next; /* of the same rows, by another key */
  const ys_key *key;
  ys_arena *scratch; /* what it is made of */
  ys_row *unread;
  ys_lookup_group **buckets;
  uint32_t mask, group_count;
  ys_lookup_entry *changed, *changed_last; /* a queue */
  ys_lookup_group lacking;                 /* rows without the value */
  ys_lookup_group unequal; /* rows whose value equals nothing: .nan */
} ys_lookup;

/* `scratch` lives as long as the rows. */
ys_status ys_lookup_make(ys_space *space, ys_arena *scratch,
                         const ys_rows *rows, ys_str name, ys_lookup *out);

/* The rows whose value matches `value`, or NULL. When a row has no such value,
 * `lacking` is that row's slot, else NULL. */
ys_status ys_lookup_find(ys_space *space, ys_lookup *lookup,
                         const ys_slot *value, const ys_lookup_group **out,
                         const ys_slot **lacking);

/* A row has come, is about to leave: to be told to all lookups of its rows, of
 * which `lookups` is the first. */
ys_status ys_lookup_added(ys_space *space, ys_lookup *lookups, ys_row *row);
void ys_lookup_removed(ys_lookup *lookups, ys_row *row);

/*
 * The row is about to have another value; `right`: that is merged into it,
 * NULL: it becomes anything. Nothing is looked for before it has. Its values
 * are read when somebody asks, and only those that may have changed: else a
 * large value would be read at every change to what stands beside it.
 */
ys_status ys_lookup_changes(ys_space *space, ys_row *row, const ys_slot *right);

#endif
