#ifndef YS_CHECK_NUMBERS_H
#define YS_CHECK_NUMBERS_H

/*
 * core/check/numbers.h - numbers below alternatives: which kind of number is
 * wanted there is known when it is known which alternatives the value is
 * completed from.
 */

#include "core/type/type.h"

/* Makes all numbers in a complete value what these fields want, of which it has
 * to fit all (core/check/whole.h). What is in choices below is left to them. */
ys_status ys_numbers_fit(ys_space *space, const ys_field *const *fields,
                         uint32_t count, ys_slot *slot);

#endif
