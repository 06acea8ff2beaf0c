#pragma once

/*
 * core/check/fix.h - Makes the fixes of records: what corrects a violation,
 * where its hint has exactly one meaning (reference#fixes). Programs apply them
 * without a person who decides.
 */

#include "core/type/type.h"

/* The only value that a rule of the field allows whatever the conditions, or
 * NULL. */
const ys_slot *ys_fixed_value(const ys_field *field);
