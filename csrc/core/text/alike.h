#ifndef YS_TEXT_ALIKE_H
#define YS_TEXT_ALIKE_H

/*
 * core/text/alike.h - which records tell the same error of the same field at
 * different places, as in the items of an array (reference#repeated-errors).
 */

#include "core/text/diagnostic.h"

/* How many places of an error are reported to people. */
enum { YS_FOLD_PLACES = 3 };

/* Whether records of this code are about a field that may have many places. */
bool ys_diag_may_fold(const ys_diag *diag);

/* Whether two such records tell the same error. */
bool ys_diag_is_alike(const ys_diag *a, const ys_diag *b);

/* A hash that is the same for records that are alike. */
uint64_t ys_diag_alike_hash(uint64_t seed, const ys_diag *diag);

#endif
