#pragma once

/*
 * core/evaluate/choose.h - Finds the alternatives that the values of a merged
 * document fit, and completes the values from them
 * (reference#completing-alternatives).
 *
 * This is a walk that can be suspended, like core/evaluate/validate.h. To try
 * an alternative, it completes a copy of the value in the place of the value
 * and runs the rules there, closures included. An alternative that does not fit
 * leaves no trace.
 *
 * While a closure runs, the state of each choice is kept in a stop of the walk.
 * The stops form a stack, because alternatives may contain choices. Each
 * alternative of each choice is tried once, so the cost is that of the value,
 * multiplied by the number of alternatives that contain it. Alternatives that
 * contain themselves would make that a power of two; core/evaluate/trial_memo.h
 * keeps it in proportion, and bounds the rest.
 */

#include "core/evaluate/defaults.h"

/* The purpose of rules during a choice. */
typedef enum ys_choosing {
  YS_CHOOSE_VALIDATE,    /* the value has to satisfy them */
  YS_CHOOSE_DISTINGUISH, /* they distinguish alternatives, but do not validate
                       the value */
  YS_CHOOSE_ALONE /* like YS_CHOOSE_DISTINGUISH, but without calling functions
                   */
} ys_choosing;

typedef struct ys_chooser {
  ys_space *space;
  ys_defaults *defaults;
  ys_slot *root;
  ys_choosing how;
  struct ys_stop *top, *spare;
  struct ys_trial *spare_trials;
  ys_arena copies;  /* of values, for trials; it becomes the space's at the end,
                       without those in which an alternative did not fit */
  ys_diags outcome; /* records of the rules of the choices that are directly in
                       the document, in its order */
  ys_memo
      known; /* results of trials inside trials (core/evaluate/trial_memo.h):
                lists of ys_trial_result, by the choice and a hash */
  uint64_t seed[2];                 /* of these hashes; 0: not made yet */
  struct ys_trial_result *upcoming; /* where that of the trial about to begin
                                will be kept, or NULL */
  uint64_t contexts; /* how often functions looked at what is around a
                        value */
  uint64_t descents; /* how many alternatives were tried below */
  uint64_t copied, most_copied; /* nodes copied for trials inside trials, and
                                   how many may be; 0: not known yet */
  ys_memo chosen;     /* the alternatives that values with references hold
                         (core/evaluate/selection.h), by the slot and the choice */
  ys_folding folding; /* drops those that a report for people does not show */
} ys_chooser;

/* Begins a walk. `root` is the merged document. It must be complete except for
 * its choices, and checked against `field`. */
ys_status ys_chooser_init(ys_chooser *chooser, ys_defaults *defaults,
                          const ys_field *field, ys_slot *root,
                          ys_choosing how);

/* Continues until a closure has to be called or everything is done. A value
 * that fits no alternative by its type is recorded. What the rules found is in
 * `outcome`, and the validator records it. */
ys_status ys_chooser_next(ys_chooser *chooser, ys_question *question);

/* Frees what is not the space's. A zeroed chooser may be released, too, and a
 * released one is zeroed. */
void ys_chooser_release(ys_chooser *chooser);

/* Answers the last question, unless it asked for a default. */
ys_status ys_chooser_answer(ys_chooser *chooser, const ys_answer *answer);

/* Gives the path of the slot that the last question is about. */
ys_status ys_chooser_path(ys_chooser *chooser, ys_str *out);
