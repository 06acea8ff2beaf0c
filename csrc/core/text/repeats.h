#pragma once

/*
 * core/text/repeats.h - Finds records of the same violation of the same field
 * at different places, as in the items of an array
 * (reference#repeated-violations).
 */

#include "core/base/set.h"
#include "core/text/diagnostic.h"

/* How many places of a violation are shown to people. */
enum { YS_FOLD_PLACES = 3 };

/* Whether records of this code are about a field that may have many places. */
bool ys_diag_may_fold(const ys_diag *diag);

/* A violation with its places. */
typedef struct ys_repeat {
  ys_diag *places[YS_FOLD_PLACES]; /* the first ones, in order */
  uint32_t shown;                  /* how many of them there are */
  uint32_t count; /* of all places, also those whose records were dropped */
} ys_repeat;

/* The violations of some records. A zeroed one is empty. */
typedef struct ys_repeats {
  ys_set set; /* no arena owns it */
  uint64_t seed;
} ys_repeats;

void ys_repeats_release(ys_repeats *all);

/* Gives the violation of a record that may fold: a new one, without places, if
 * there is none. It lives in the arena. */
ys_status ys_repeats_at(ys_repeats *all, ys_arena *arena, ys_diag *diag,
                        ys_repeat **out);

/* Collects the records of a group, to show violations with many places once.
 * The memory is proportional to the number of different violations. The caller
 * must release them also when this fails, which happens only without memory. */
ys_status ys_repeats_collect(ys_repeats *all, ys_arena *arena,
                             const ys_diags *diags, ys_group group);

/* Gives the violation of a record if it has more than YS_FOLD_PLACES places,
 * else NULL. */
const ys_repeat *ys_repeats_find(const ys_repeats *all, const ys_diag *diag);
