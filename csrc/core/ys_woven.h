#ifndef YS_WOVEN_H
#define YS_WOVEN_H

/*
 * ys_woven.h - what the parser notes of a text that has code lines around its
 * nodes, and of no other: in the order of the text.
 */

#include "ys_node.h"

typedef struct ys_computed { /* `key: #@ expression` */
  struct ys_computed *next;
  ys_slot *slot;
  ys_str text;
  ys_place place; /* of the `#` */
} ys_computed;

typedef struct ys_brought { /* what `<<` brought into a map */
  struct ys_brought *next;
  ys_slot *map, *merge; /* `merge` is the entry of the `<<` */
  ys_slot *after;       /* the entry before; NULL: they are the first */
  uint32_t count;
} ys_brought;

typedef struct ys_unmarked { /* a document without `---` */
  struct ys_unmarked *next;
  const ys_slot *document;
} ys_unmarked;

typedef struct ys_woven {
  ys_computed *computed_first, *computed_last;
  ys_brought *brought_first, *brought_last;
  ys_unmarked *unmarked_first, *unmarked_last;
} ys_woven;

/* Each notes one thing; the only failure is YS_NOMEM. */
ys_status ys_woven_compute(ys_woven *woven, ys_arena *arena,
                           const ys_computed *computed);
ys_status ys_woven_bring(ys_woven *woven, ys_arena *arena,
                         const ys_brought *brought);
ys_status ys_woven_unmark(ys_woven *woven, ys_arena *arena,
                          const ys_slot *document);

/* Whether the value of the slot that was opened last is code. */
static inline bool ys_woven_computes(const ys_woven *woven,
                                     const ys_slot *slot) {
  return woven->computed_last != NULL && woven->computed_last->slot == slot;
}

#endif
