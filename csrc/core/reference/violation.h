#pragma once

/* core/reference/violation.h - Records of names that are missing or repeated
 * (reference#references). The only failure is YS_NOMEM. */

#include "core/check/typed.h"
#include "core/reference/name_set.h"
#include "core/tree/gap.h"

/* Records that a value is none of the names of its targets. `names` has those
 * of each target, or NULL. */
ys_status ys_refer_missing(ys_space *space, const ys_typed *value,
                           const ys_refers *reference,
                           const ys_name_set *const *names, ys_gap gap);

/* An item of an array that has an identity. */
typedef struct ys_identified {
  const ys_slot *item;
  const ys_slot **values; /* [identity->count], NULL where there is none */
  uint32_t index;
} ys_identified;

/* Records that two items of the array `value` are the same; `one` is the
 * second of them. */
ys_status ys_refer_repeated(ys_space *space, const ys_typed *value,
                            const ys_identity *identity,
                            const ys_identified *first,
                            const ys_identified *one);
