#ifndef YS_CHECK_OUTCOMES_H
#define YS_CHECK_OUTCOMES_H

/*
 * core/check/outcomes.h - Remembers for which alternative a value takes old
 * names of keys.
 *
 * Alternatives are tried on copies of a value. The values in all copies of one
 * value are the same, so the outcome that one of them has is that of all.
 * Without this memory, the time would double with each level of a value.
 */

#include "core/type/type.h"

/* What is known of a value and its alternatives. The index of an alternative
 * means that the value fits it once it has the new names. */
enum {
  YS_OUTCOME_UNKNOWN = -1,
  YS_OUTCOME_NONE = -2 /* the value has no use for new names */
};

typedef struct ys_outcome_entry {
  const ys_choice
      *choice;         /* NULL: the entry records what `slot` is a copy of */
  const ys_slot *slot; /* NULL: free */
  const ys_slot *origin;
  int64_t outcome;
} ys_outcome_entry;

/* A zeroed table is empty. It takes memory only when it is used. */
typedef struct ys_outcomes {
  ys_outcome_entry *table; /* open addressing; [capacity], a power of two */
  size_t count, capacity;
} ys_outcomes;

/* Notes that `copy` is a clone of `slot`, and all that is below it. */
ys_status ys_outcomes_copied(ys_outcomes *outcomes, ys_memory memory,
                             const ys_slot *slot, const ys_slot *copy);

/* Notes that a value is no longer what it is a copy of. */
ys_status ys_outcomes_changed(ys_outcomes *outcomes, ys_memory memory,
                              const ys_slot *slot);

/* Gives the value that a value is a copy of: itself, if it is none. */
const ys_slot *ys_outcomes_origin(const ys_outcomes *outcomes,
                                  const ys_slot *slot);

/* Gives what is known of an original value. */
int64_t ys_outcomes_get(const ys_outcomes *outcomes, const ys_choice *choice,
                        const ys_slot *origin);

ys_status ys_outcomes_set(ys_outcomes *outcomes, ys_memory memory,
                          const ys_choice *choice, const ys_slot *origin,
                          int64_t outcome);

void ys_outcomes_release(ys_outcomes *outcomes, ys_memory memory);

#endif
