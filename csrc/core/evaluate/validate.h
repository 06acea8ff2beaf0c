#pragma once

/*
 * core/evaluate/validate.h - Runs the rules over a final document, in their
 * order (reference#when-rules-run).
 *
 * This is a walk that can be suspended. Named rules are tested here. If a
 * closure has to be called, the walk returns a question and continues with the
 * answer. So no function of the core is active while a closure runs, and
 * closures may yield.
 */

#include "core/evaluate/invalid_parts.h"

/* Values that are neither completed nor validated, nor anything below them:
 * they are invalid or not known yet. */
enum { YS_UNFIT = YS_SLOT_INVALID | YS_SLOT_PENDING };

typedef enum ys_question_kind {
  YS_ASK_NOTHING, /* there is no question: go on */
  YS_ASK_DEFAULT, /* call the closure of a default (core/evaluate/defaults.h) */
  YS_ASK_WHEN,
  YS_ASK_RULE
} ys_question_kind;

typedef struct ys_question {
  ys_question_kind kind;
  uint32_t closure;
  const ys_slot *slot; /* the value; NULL for a default */
  /* The collection that contains it; NULL for the document. */
  const ys_slot *parent;
  const ys_slot *root;
  ys_place place; /* where the annotation is */
} ys_question;

typedef enum ys_verdict {
  YS_VALID,         /* a rule holds, or `when=` is true */
  YS_INVALID_VALUE, /* a rule does not hold, with or without a message; or
                       `when=` is false */
  YS_FAILED,        /* the closure threw an error; `message` is its text */
  YS_NO_BOOLEAN /* `when=` gave no boolean; `message` is the result's type */
} ys_verdict;

typedef struct ys_answer {
  ys_verdict verdict;
  ys_str message; /* valid only during the call */
  ys_str calls; /* the calls that led to a failure, one on each line; valid only
                   during the call */
  ys_str below; /* of an invalid value: the keys that lead from it to the value
                   that the violation is reported for, each ended by a zero
                   byte; empty: the value itself. Valid only during the call */
} ys_answer;

/* The context of a validation. */
typedef struct ys_whereabouts {
  ys_slot *root;         /* the root of the document */
  const ys_slot *parent; /* the collection that contains the value; NULL for the
                            document */
  ys_diags *found;       /* the list for records */
  ys_diags *outcome; /* records of the rules of the alternatives in the value,
                        in document order. Each is moved to `found` when its
                        owner is validated */
} ys_whereabouts;

typedef struct ys_validator {
  ys_space *space;
  ys_whereabouts where;
  struct ys_visit *top;   /* the current slot, linked to those above it */
  struct ys_visit *spare; /* visits for reuse */
  const ys_validation *validation; /* the current one, of the top's slot */
  uint32_t rule;                   /* index of its next rule */
  bool when_asked;
  ys_reported reported; /* what JSON Schemas need not report */
} ys_validator;

/* Begins a validation. `root` is the document. It must be complete, of the type
 * of `field`, and its choices must be made (core/evaluate/choose.h). Slots
 * flagged YS_SLOT_INVALID are skipped; rules of slots flagged YS_SLOT_DIRTY are
 * not run, but those below are. */
ys_status ys_validator_init(ys_validator *validator, ys_space *space,
                            const ys_field *field, ys_slot *root,
                            ys_diags *outcome);

/* Begins the validation of a part of a document, with any field. The validator
 * is zeroed, or was used before in the same space: its visits are used again.
 */
ys_status ys_validator_init_at(ys_validator *validator, ys_space *space,
                               const ys_typed *value,
                               const ys_whereabouts *where);

/* Continues until a closure has to be called or everything is done. */
ys_status ys_validator_next(ys_validator *validator, ys_question *question);

/* Answers the last question. */
ys_status ys_validator_answer(ys_validator *validator, const ys_answer *answer);

/* Gives the path of the slot that the last question is about. */
ys_status ys_validator_path(const ys_validator *v, ys_str *out);
