#ifndef YS_CHOOSE_CHOOSE_H
#define YS_CHOOSE_CHOOSE_H

/*
 * core/choose/choose.h - which alternatives the values of a merged document
 * fit, and what these add to them (reference#completing-alternatives).
 *
 * A walk that can stop, as core/choose/validate.h is one: an alternative is
 * tried by completing a copy of the value in its place and by running its rules
 * there, closures included. One that does not fit leaves nothing behind.
 *
 * What is kept of a choice while a closure is asked stands in a stop of the
 * walk, on a stack: alternatives have choices below them. Each alternative of
 * each choice is tried once, so the cost is that of the value for each of the
 * alternatives that may hold it.
 */

#include "core/choose/defaults.h"

/* What rules have to do with it. */
typedef enum ys_choosing {
  YS_CHOOSE_JUDGE, /* a value has to meet them */
  YS_CHOOSE_TELL,  /* they tell alternatives apart, and judge nothing */
  YS_CHOOSE_ALONE  /* the same, but for functions: they are not asked */
} ys_choosing;

typedef struct ys_chooser {
  ys_space *space;
  ys_defaults *defaults;
  ys_slot *root;
  ys_choosing how;
  struct ys_stop *top, *spare;
  ys_outcomes outcomes; /* of the document's own choices, in its order */
} ys_chooser;

/* `root` is the merged document, complete but for its choices, and checked
 * against `field`. */
ys_status ys_chooser_init(ys_chooser *chooser, ys_defaults *defaults,
                          const ys_field *field, ys_slot *root,
                          ys_choosing how);

/* Goes on until a closure has to be asked or all is done. What fits no
 * alternative by its type is recorded; what the rules found is in `outcomes`,
 * for the validator to tell. */
ys_status ys_chooser_next(ys_chooser *chooser, ys_question *question);

/* The answer to the last question, unless it was for a default. */
ys_status ys_chooser_answer(ys_chooser *chooser, const ys_answer *answer);

/* Path of the slot that the last question is about. */
ys_status ys_chooser_path(const ys_chooser *chooser, ys_str *out);

#endif
