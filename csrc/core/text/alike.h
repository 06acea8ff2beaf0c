#ifndef YS_TEXT_ALIKE_H
#define YS_TEXT_ALIKE_H

/*
 * core/text/alike.h - finds records of the same violation of the same field at
 * different places, as in the items of an array
 * (reference#repeated-violations).
 */

#include "core/text/diagnostic.h"

/* How many places of a violation are shown to people. */
enum { YS_FOLD_PLACES = 3 };

/* Whether records of this code are about a field that may have many places. */
bool ys_diag_may_fold(const ys_diag *diag);

/* Whether two such records are of the same violation. */
bool ys_diag_is_alike(const ys_diag *a, const ys_diag *b);

/* A hash that is the same for records that are alike. */
uint64_t ys_diag_alike_hash(uint64_t seed, const ys_diag *diag);

#endif
