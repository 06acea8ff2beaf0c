#ifndef YS_OVERLAY_H
#define YS_OVERLAY_H

/*
 * ys_overlay.h - merging one tree onto another. Knows nothing of types.
 *
 * Maps merge, scalars and null replace (reference g.3). The left slot keeps
 * its place in its map, its key and its annotations and takes the right's
 * value and place. Nodes move from right to left: the right tree is used up.
 */

#include "ys_annot.h"

typedef struct ys_overlay_options {
  bool append_arrays;    /* else an array replaces */
  bool add_keys;         /* else a key that the left lacks is a fault */
  bool take_annotations; /* the right's replace the left's of the same name
                            (language.md 11) */
  ys_code fault;         /* code of the records: YS_E_OVERLAY ... */
} ys_overlay_options;

/*
 * A merge that stopped at a left slot whose default is pending; to be done
 * again with `left` once it has its value.
 */
typedef struct ys_postponed {
  struct ys_postponed *next;
  ys_slot *left, *right;
} ys_postponed;

/*
 * Merges `right` into `left`. Flags of faulty parts travel: a faulty value is
 * not merged, but its flag is. With `postponed`, what waits for a pending
 * default is appended there. YS_INVALID: faults were recorded; what could be
 * merged is.
 */
ys_status ys_overlay(ys_space *space, ys_slot *left, ys_slot *right,
                     const ys_overlay_options *options,
                     ys_postponed **postponed);

#endif
