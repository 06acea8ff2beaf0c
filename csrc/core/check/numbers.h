#ifndef YS_CHECK_NUMBERS_H
#define YS_CHECK_NUMBERS_H

/*
 * core/check/numbers.h - Converts numbers below alternatives to the kind,
 * integer or float, that their fields want.
 *
 * That kind is known only after the alternatives are chosen.
 */

#include "core/type/type.h"

/* Converts all numbers in a complete value to the kinds that these fields want;
 * the value has to fit all of the fields (core/check/whole.h). Numbers in
 * choices below are not converted. */
ys_status ys_numbers_fit(ys_space *space, const ys_field *const *fields,
                         uint32_t count, ys_slot *slot);

#endif
