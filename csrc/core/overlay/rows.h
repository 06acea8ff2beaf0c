#pragma once

/*
 * core/overlay/rows.h - A doubly linked list of the slots of a collection, for
 * an edit.
 *
 * Slots themselves have no link back. A row links to both neighbours, so a slot
 * can be inserted before another, and to its entries in the lookups
 * (core/overlay/lookup.h), so it can be removed from them.
 */

#include "core/base/pairs.h"
#include "core/tree/node.h"

typedef struct ys_row {
  struct ys_row *prev, *next;
  ys_slot *slot;
  struct ys_lookup_entry *entries;
} ys_row;

typedef struct ys_rows {
  ys_row *first, *last;
  uint32_t count;
  ys_pairs by_slot; /* empty until ys_rows_of() is called */
} ys_rows;

/* Makes rows for the slots of `collection` that are not flagged as removed. */
ys_status ys_rows_make(ys_arena *arena, const ys_slot *collection,
                       ys_rows *out);

/* Inserts a slot before the row `next`, or at the end if `next` is NULL. */
ys_status ys_rows_add(ys_arena *arena, ys_rows *rows, ys_row *next,
                      ys_slot *slot, ys_row **out);

/* Removes a row from the list, but not from the lookups. */
void ys_rows_remove(ys_rows *rows, ys_row *row);

/* Finds the row of a slot, which must be among the rows. */
ys_status ys_rows_of(ys_arena *arena, ys_rows *rows, const ys_slot *slot,
                     ys_row **out);

/* Writes the rows back as the slots of the collection. */
void ys_rows_write(const ys_rows *rows, ys_slot *collection);
