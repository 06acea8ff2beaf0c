#ifndef YS_CHOOSE_DEFAULTS_H
#define YS_CHOOSE_DEFAULTS_H

/*
 * core/choose/defaults.h - the defaults that closures give, during one run.
 *
 * A slot that waits for one (YS_SLOT_PENDING) is found, its closure is asked,
 * at most once a run, and what that gave is copied to the slot.
 */

#include "core/choose/validate.h"

typedef struct ys_defaults {
  ys_space *space;
  const ys_field *const *fields; /* by closure: whose default it gives */
  ys_slot **given;               /* by closure: what it gave, complete */
  struct ys_wanted *wanted;      /* slots that wait, in document order */
  uint32_t asked;                /* the closure being asked, or 0 */
} ys_defaults;

/* `fields` has `count` + 1 entries; with a count of 0 it may be NULL. */
ys_status ys_defaults_init(ys_defaults *defaults, ys_space *space,
                           const ys_field *const *fields, uint32_t count);

/* Notes the slots on and below `slot` that wait for a default. */
ys_status ys_defaults_find(ys_defaults *defaults, ys_slot *slot);

/* Gives one slot its default; `*settled` is false when its closure has to be
 * asked first, with ys_defaults_ask(). */
ys_status ys_defaults_settle(ys_defaults *defaults, ys_slot *slot,
                             bool *settled);

/* The same for all slots that were noted, and for those that wait in what they
 * got. `*asking`: the question has to be answered first. */
ys_status ys_defaults_settle_all(ys_defaults *defaults, ys_question *question,
                                 bool *asking);

/* Makes the question for a closure. */
void ys_defaults_ask(ys_defaults *defaults, uint32_t closure,
                     ys_question *question);

/* Takes what the closure that was asked gave: a value of the run's space, or
 * NULL and the message of its failure, with its calls. */
ys_status ys_defaults_take(ys_defaults *defaults, ys_slot *value,
                           ys_str problem, ys_str calls);

#endif
