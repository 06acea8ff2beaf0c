#ifndef YS_ACCEPT_QUESTION_H
#define YS_ACCEPT_QUESTION_H

/* core/accept/question.h - Whether a value is accepted: what the source files
 * of the answer share. */

#include "core/accept/node.h"

/* The entries or items of a value that were evaluated, for
 * `unevaluatedProperties` and `unevaluatedItems`. */
typedef struct ys_accept_marks {
  bool *of; /* [count] */
  uint32_t count;
} ys_accept_marks;

/* The question about one value. Once it is `unsure`, all answers are no, and
 * none of them counts. */
typedef struct ys_accept_question {
  ys_space *space, *searches;
  uint64_t steps;         /* that are left */
  uint32_t levels;        /* that are open */
  ys_accept_marks *marks; /* of the value that is asked about now; NULL: no
                             keyword needs them */
  bool unsure;
  ys_status status;
} ys_accept_question;

/* The answer is not known. */
static inline bool ys_accept_doubt(ys_accept_question *q) {
  q->unsure = true;
  return false;
}
static inline bool ys_accept_fail(ys_accept_question *q, ys_status status) {
  q->status = status;
  return ys_accept_doubt(q);
}

/* Takes steps. False: there are not so many left, and the answer is not known.
 */
static inline bool ys_accept_spend(ys_accept_question *q, uint64_t steps) {
  if (q->steps < steps) return ys_accept_doubt(q);
  q->steps -= steps;
  return true;
}

/* Notes that an entry or an item is evaluated, by its number. */
static inline void ys_accept_mark(ys_accept_question *q, uint32_t number) {
  if (q->marks != NULL) q->marks->of[number] = true;
}

/* Whether the subschema accepts the value (accept.c). */
bool ys_accepts(ys_accept_question *q, const ys_accept_node *node,
                ys_slot *value);

/* Whether it accepts an entry or an item of the value. */
static inline bool ys_accepts_part(ys_accept_question *q,
                                   const ys_accept_node *node, ys_slot *part) {
  ys_accept_marks *marks = q->marks;
  q->marks = NULL;
  const bool accepted = ys_accepts(q, node, part);
  q->marks = marks;
  return accepted;
}

/* The keywords about values of one kind (kinds.c). */
bool ys_accepts_number(ys_accept_question *q, const ys_accept_numbers *n,
                       const ys_slot *value);
bool ys_accepts_string(ys_accept_question *q, const ys_accept_strings *s,
                       const ys_slot *value);
bool ys_accepts_array(ys_accept_question *q, const ys_accept_arrays *a,
                      const ys_slot *value);
bool ys_accepts_map(ys_accept_question *q, const ys_accept_maps *m,
                    ys_slot *value);

#endif
