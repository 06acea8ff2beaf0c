#ifndef YS_OVERLAY_ROWS_H
#define YS_OVERLAY_ROWS_H

/*
 * core/overlay/rows.h - the slots of a collection while overlay nodes are
 * applied to it: each with both neighbours, so that one can be put before
 * another, and with its entries in the lookups (core/overlay/lookup.h), so that
 * it can leave them.
 */

#include "core/tree/node.h"

typedef struct ys_row {
  struct ys_row *prev, *next;
  ys_slot *slot;
  struct ys_lookup_entry *entries;
} ys_row;

typedef struct ys_rows {
  ys_row *first, *last;
  uint32_t count;
  ys_row **table; /* by slot; made by ys_rows_of() */
  uint32_t mask;
} ys_rows;

/* Takes in the slots of `collection` that are not gone. */
ys_status ys_rows_make(ys_arena *arena, const ys_slot *collection,
                       ys_rows *out);

/* Puts a slot before the row `next`; NULL: at the end. */
ys_status ys_rows_add(ys_arena *arena, ys_rows *rows, ys_row *next,
                      ys_slot *slot, ys_row **out);

/* Takes a row out of the list, but not out of the lookups. */
void ys_rows_remove(ys_rows *rows, ys_row *row);

/* The row of a slot that is among them. */
ys_status ys_rows_of(ys_arena *arena, ys_rows *rows, const ys_slot *slot,
                     ys_row **out);

/* Makes the collection what the rows are. */
void ys_rows_write(const ys_rows *rows, ys_slot *collection);

#endif
