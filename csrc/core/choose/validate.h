#ifndef YS_CHOOSE_VALIDATE_H
#define YS_CHOOSE_VALIDATE_H

/*
 * core/choose/validate.h - the order of rules over a final document
 * (reference#when-rules-run).
 *
 * A walk that can stop: named rules are tested here, and when a closure has to
 * be asked the walk returns with a question and goes on with the answer. So
 * no function of the core waits while a closure runs, and closures may yield.
 */

#include "core/type/type.h"

typedef enum ys_question_kind {
  YS_ASK_NOTHING, /* nothing: go on */
  YS_ASK_DEFAULT, /* a default; core/choose/defaults.h asks it */
  YS_ASK_WHEN,
  YS_ASK_RULE
} ys_question_kind;

typedef struct ys_question {
  ys_question_kind kind;
  uint32_t closure;
  const ys_slot *slot;   /* the value; NULL for a default */
  const ys_slot *parent; /* what holds it; NULL at the document */
  const ys_slot *root;
  ys_place place; /* of the annotation */
} ys_question;

typedef enum ys_verdict {
  YS_VALID,         /* a rule: valid; `when=`: true */
  YS_INVALID_VALUE, /* a rule: invalid, in words or none; `when=`: false */
  YS_FAILED,        /* the closure threw; `message` says what */
  YS_NO_BOOLEAN     /* `when=` gave something else; `message` is its type */
} ys_verdict;

typedef struct ys_answer {
  ys_verdict verdict;
  ys_str message; /* borrowed for the call */
  ys_str calls;   /* that led to a failure, one a line; likewise */
} ys_answer;

/* What the rules of the alternatives of a slot found. */
typedef struct ys_outcome {
  struct ys_outcome *next;
  const ys_slot *slot;
  ys_diags found;
} ys_outcome;

/* In the order of a document. */
typedef struct ys_outcomes {
  ys_outcome *first, *last;
} ys_outcomes;

/* Where what is validated stands, and what is to be done about it. */
typedef struct ys_whereabouts {
  ys_slot *root;         /* of the document */
  const ys_slot *parent; /* what holds it; NULL: it is the document */
  const ys_path *path;
  ys_diags *found;            /* where records go */
  const ys_outcome *outcomes; /* of choices in it, which are told, too */
} ys_whereabouts;

typedef struct ys_validator {
  ys_space *space;
  ys_whereabouts where;
  struct ys_visit *top;            /* the way down to where the walk stands */
  struct ys_visit *spare;          /* visits to use again */
  const ys_validation *validation; /* being run on top's slot */
  uint32_t rule;                   /* next one of it */
  bool when_asked;
} ys_validator;

/* `root` is the document, complete and of `field`'s type, its choices made
 * (core/choose/choose.h); flagged slots are skipped (YS_SLOT_FAULTY) or only
 * entered (YS_SLOT_DIRTY). */
ys_status ys_validator_init(ys_validator *validator, ys_space *space,
                            const ys_field *field, ys_slot *root,
                            const ys_outcome *outcomes);

/* The same for a part of it, by a field that need not be the document's. */
ys_status ys_validator_init_at(ys_validator *validator, ys_space *space,
                               const ys_field *field, ys_slot *slot,
                               const ys_whereabouts *where);

/* Goes on until a closure has to be asked or all is done. */
ys_status ys_validator_next(ys_validator *validator, ys_question *question);

/* The answer to the last question. */
ys_status ys_validator_answer(ys_validator *validator, const ys_answer *answer);

/* Path of the slot that the last question is about. */
ys_status ys_validator_path(const ys_validator *validator, ys_str *out);

#endif
