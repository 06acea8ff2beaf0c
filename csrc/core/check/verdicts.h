#ifndef YS_CHECK_VERDICTS_H
#define YS_CHECK_VERDICTS_H

/*
 * core/check/verdicts.h - Remembers which values fit which alternatives, while
 * nothing changes them.
 *
 * Each alternative of a recursive schema checks the values below again. Without
 * a memory, the time would double with each level of a value.
 */

#include "core/type/type.h"

typedef struct ys_verdict_entry {
  const ys_field *field; /* NULL: free */
  const ys_slot *slot;
  bool with_reason; /* `why` was asked for */
  bool known;       /* the trial is over */
  bool fits;
  ys_str why;
} ys_verdict_entry;

/* A zeroed table is empty. It takes memory only when it is used. */
typedef struct ys_verdicts {
  ys_verdict_entry *table; /* open addressing; [capacity], a power of two */
  size_t count, capacity;
} ys_verdicts;

/* Gives the entry for a value and an alternative; a new one is not known. It
 * stays where it is until the next call. */
ys_status ys_verdicts_at(ys_verdicts *verdicts, ys_memory memory,
                         const ys_field *field, const ys_slot *slot,
                         bool with_reason, ys_verdict_entry **out);

void ys_verdicts_release(ys_verdicts *verdicts, ys_memory memory);

#endif
