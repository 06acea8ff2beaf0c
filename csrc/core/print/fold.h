#ifndef YS_PRINT_FOLD_H
#define YS_PRINT_FOLD_H

/*
 * core/print/fold.h - finds the records of the same violation of the same field
 * at many places, as in the items of an array. A report for people shows them
 * once (reference#repeated-violations).
 *
 * The memory is proportional to the number of different violations.
 */

#include "core/text/alike.h"

/* A violation with its places. */
typedef struct ys_fold {
  const ys_diag *places[YS_FOLD_PLACES]; /* the first ones, in order */
  uint32_t shown;                        /* how many of them are shown */
  uint32_t count; /* of all places, also those whose records were dropped */
} ys_fold;

typedef struct ys_folds {
  ys_arena *arena;
  ys_fold **table; /* open addressing, a power of two; from arena->memory */
  uint32_t count, size;
  uint64_t seed;
} ys_folds;

/* Collects the records of a group. The caller must call ys_folds_release() also
 * when this fails, which happens only without memory. */
ys_status ys_folds_collect(ys_folds *folds, ys_arena *arena,
                           const ys_diags *diags, ys_group group);
void ys_folds_release(ys_folds *folds);

/* Gives the violation of a record if it has more than YS_FOLD_PLACES places,
 * else NULL. */
const ys_fold *ys_folds_find(const ys_folds *folds, const ys_diag *diag);

#endif
