#pragma once

/*
 * core/evaluate/defaults.h - The defaults that closures give, during one run.
 *
 * It finds the slots that wait for a default (YS_SLOT_PENDING), asks for each
 * closure at most once in a run, and copies the result to the slots.
 */

#include "core/evaluate/validate.h"

typedef struct ys_defaults {
  ys_space *space;
  /* For each closure, the field whose default it gives. */
  const ys_field *const *fields;
  ys_slot **given;          /* by closure: the complete result */
  struct ys_wanted *wanted; /* waiting slots, in document order */
  uint32_t asked;           /* the closure being called, or 0 */
} ys_defaults;

/* `fields` has `count` + 1 entries. It may be NULL if `count` is 0. */
ys_status ys_defaults_init(ys_defaults *defaults, ys_space *space,
                           const ys_field *const *fields, uint32_t count);

/* Adds `slot` and the slots below it that wait for a default. */
ys_status ys_defaults_find(ys_defaults *defaults, ys_slot *slot);

/* Gives one slot its default. If `*settled` is false, the closure has to be
 * called first: see ys_defaults_ask(). */
ys_status ys_defaults_settle(ys_defaults *defaults, ys_slot *slot,
                             bool *settled);

/* Gives all waiting slots their defaults, including slots that wait inside a
 * default. If `*asking` is true, the question has to be answered first. */
ys_status ys_defaults_settle_all(ys_defaults *defaults, ys_question *question,
                                 bool *asking);

/* Makes the question for a closure. */
void ys_defaults_ask(ys_defaults *defaults, uint32_t closure,
                     ys_question *question);

/* Takes the result of the closure: a value in the space of the run, or NULL
 * with the message of its failure and the calls that led to it. */
ys_status ys_defaults_take(ys_defaults *defaults, ys_slot *value,
                           ys_str problem, ys_str calls);
