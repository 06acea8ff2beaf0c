#pragma once

/*
 * core/run/each_document.h - A run that validates each of its documents by
 * itself, instead of merging them (reference#check).
 *
 * After all inputs are given, ys_run_begin_next() and then the steps of
 * run.h, until there is no document any more.
 */

#include "core/run/run.h"

/* Whether all values of a run that validates its documents one by one are
 * given, and none is made by a function. Then what is sensitive in them is
 * known since they were read. */
static inline bool ys_run_is_given(const ys_run *run) {
  return run->each_document && run->schema->closure_count == 0 &&
         !run->allow_code;
}

/*
 * Makes the next document the only one of the run, which begins anew. Records
 * about the one before are dropped; its result stays in the arena. `*place` is
 * the place of the document; its line is 0 when none is left.
 */
ys_status ys_run_begin_next(ys_run *run, ys_place *place);

/*
 * Makes the items of the document that has begun the next documents, if it is a
 * list of Kubernetes: its `kind` ends with `List`, and its `items` are maps. An
 * item of a `PodList` that lacks them gets `apiVersion` and `kind: Pod`.
 */
ys_status ys_run_split(ys_run *run, bool *split);
