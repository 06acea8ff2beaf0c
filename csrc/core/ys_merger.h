#ifndef YS_MERGER_H
#define YS_MERGER_H

/*
 * ys_merger.h - one merge of an overlay: how it is done, and what it leaves
 * behind. The functions are in ys_overlay.h.
 */

#include "ys_operation.h"

typedef struct ys_overlay_options {
  bool append_arrays;    /* unannotated items are appended; else an array
                            replaces, and what is no map replaces a map: the
                            documents are plain, nothing in them is annotated */
  bool add_keys;         /* an unannotated key that the left lacks is added;
                            else it is a fault */
  bool take_annotations; /* a schema's: the right's replace the left's of the
                            same name (language.md 11) */
  ys_code fault;         /* code of the records: YS_E_OVERLAY ... */
  const ys_host *host;   /* calls closures; NULL when there are none */
} ys_overlay_options;

/*
 * What stopped at a left slot whose default is pending (YS_SLOT_PENDING). The
 * oldest comes first; its turn comes with ys_overlay_resume() when `left` has
 * its value.
 *
 * Only what is done to the slot itself waits. A matcher that looks into a
 * slot sees that what is pending in it equals nothing: so before a document
 * with matchers or assertions is merged, let the defaults be given.
 */
typedef struct ys_postponed {
  struct ys_postponed *next;
  ys_slot *left, *right;
  ys_operation operation;
  ys_match_defaults inherited;
  const ys_path *path;
} ys_postponed;

/* A queue of them; zeroed, it is empty. */
typedef struct ys_postponed_list {
  ys_postponed *first, *last;
} ys_postponed_list;

/* A merge that is going on (inside ys_overlay.c and what it is made of). */
typedef struct ys_merger {
  ys_space *space;
  const ys_overlay_options *options;
  ys_postponed_list *postponed; /* NULL: nothing is pending */
  uint32_t faults;
  struct ys_found *found; /* a stack of matches (ys_joint.h): each right slot
                             uses the top of it; not of the arena */
  uint32_t found_count, found_capacity;
} ys_merger;

#endif
