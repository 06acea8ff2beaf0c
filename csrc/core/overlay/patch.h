#ifndef YS_OVERLAY_PATCH_H
#define YS_OVERLAY_PATCH_H

/*
 * core/overlay/patch.h - one right slot, the left slots that it is about, and
 * what is wrong with it.
 */

#include "core/overlay/edit.h"
#include "core/overlay/merger.h"

typedef struct ys_patch {
  ys_slot *right;
  const ys_path *path;
  const ys_operation *operation;
  ys_search search;            /* what the operation looks for */
  uint32_t count;              /* of its matches */
  uint32_t base;               /* of its matches on the stack */
  const ys_lookup_entry *more; /* the first match that is not on the stack */
} ys_patch;

/*
 * Finds the matches. Few of them are put on the stack, so that a fault with
 * many matches is no work. A matcher that cannot tell sets `problem`, and
 * `culprit` to the left slot that it is about, or NULL.
 */
ys_status ys_patch_find(ys_merger *m, ys_edit *joint, ys_patch *p,
                        ys_str *problem, const ys_slot **culprit);

/* Puts all matches on the stack. */
ys_status ys_patch_find_all(ys_merger *m, ys_patch *p);

/* Releases the stack. */
void ys_patch_forget(ys_merger *m);

/* Appends ` (lines: base.yml:1, base.yml:3)` to a sentence: where the matches
 * are, in the order of the texts, each once, and not too many of them. */
ys_status ys_patch_add_lines(const ys_merger *m, const ys_patch *p,
                             ys_str *problem);

/* Records a fault of the right slot; `left` may be NULL. */
ys_status ys_patch_fault(ys_merger *m, const ys_slot *left,
                         const ys_slot *right, const ys_path *path,
                         ys_str problem);

/* The same of a key that the left map lacks. */
ys_status ys_patch_missing(ys_merger *m, const ys_edit *joint,
                           const ys_slot *right, const ys_path *path,
                           ys_str problem);

#endif
