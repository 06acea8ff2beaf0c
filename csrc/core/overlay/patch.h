#pragma once

/* core/overlay/patch.h - One overlay node: its matches in the target, and the
 * errors reported for it. */

#include "core/overlay/edit.h"
#include "core/overlay/merger.h"

typedef struct ys_patch {
  ys_slot *right;
  const ys_path *path;
  const ys_operation *operation;
  ys_search search; /* how the matches are found */
  uint32_t count;   /* number of matches */
  uint32_t base;    /* index of the first match on the stack */
  /* The first match that is not on the stack yet. */
  const ys_lookup_entry *more;
} ys_patch;

/*
 * Finds the matches. Only the first few are put on the stack, so that reporting
 * a wrong number of matches stays cheap. If a matcher fails, `problem` says
 * why, and `culprit` is the target slot that it failed for, or NULL.
 */
ys_status ys_patch_find(ys_merger *m, ys_edit *edit, ys_patch *p,
                        ys_str *problem, const ys_slot **culprit);

/* Puts the remaining matches on the stack, too. */
ys_status ys_patch_find_all(ys_merger *m, ys_patch *p);

/* Releases the stack. */
void ys_patch_forget(ys_merger *m);

/* Appends ` (lines: base.yml:1, base.yml:3)` to a sentence: the places of the
 * matches, sorted as texts, without duplicates and limited in number. */
ys_status ys_patch_add_lines(const ys_merger *m, const ys_patch *p,
                             ys_str *problem);

/* Records an error of the overlay node `right`; `left` may be NULL. */
ys_status ys_patch_error(ys_merger *m, const ys_slot *left,
                         const ys_slot *right, const ys_path *path,
                         ys_str problem);

/* Records an error about a key that the target map lacks. */
ys_status ys_patch_missing(ys_merger *m, const ys_edit *edit,
                           const ys_slot *right, const ys_path *path,
                           ys_str problem);
