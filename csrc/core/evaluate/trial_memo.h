#pragma once

/*
 * core/evaluate/trial_memo.h - Remembers the results of trials inside other
 * trials.
 *
 * Alternatives may contain themselves. Each alternative of a value asks for the
 * alternatives of the values below it again, so without a memory the number of
 * trials would double with each level of a value.
 *
 * A result depends on the choice and on the value with its place, and on
 * nothing else, unless a function has looked at the values around it: then it
 * counts only while these stay as they are. The value is compared by two hashes
 * of its contents, so a value that was changed in between (completed by another
 * alternative, for example) is another value. What is known is forgotten when
 * the outermost trial ends.
 */

#include "core/evaluate/trial.h"

/* Looks up the result of the choice for a value, which stands
 * directly below the top stop. If it is known, it is applied: the value is
 * completed, and the records are added, or the alternative around it is marked
 * as a misfit. */
ys_status ys_trial_memo_recall(ys_chooser *c, const ys_typed *value,
                               bool *done);

/* Where the records of the trial at `stop` will be added. */
const ys_diag *ys_trial_memo_last_record(ys_chooser *c, const ys_stop *stop);

/* Keeps the result of the trial at `stop`, which has just been concluded.
 * `last` was the last record before. */
ys_status ys_trial_memo_keep(ys_chooser *c, const ys_stop *stop,
                             const ys_diag *last);

/* Forgets everything if no trial is under way. */
void ys_trial_memo_settle(ys_chooser *c);
void ys_trial_memo_release(ys_chooser *c);

/* Charges the nodes of a value that is copied for a trial of `choice`, if it is
 * inside another one, at the stop `above` or over it.
 * There may be as many as max_nodes, and some for each node of the document.
 * YS_INVALID: there are more, which is recorded. */
ys_status ys_trial_memo_charge(ys_chooser *c, const ys_choice *choice,
                               const ys_stop *above, const ys_slot *slot);
