#ifndef YS_CHECK_FIX_H
#define YS_CHECK_FIX_H

/*
 * core/check/fix.h - makes the fixes of records: what corrects a violation,
 * where its hint has exactly one meaning (reference#fixes). Programs apply them
 * without a person who decides.
 */

#include "core/type/type.h"

/* The fix that replaces a given value by the text that was surely meant, which
 * may be "". */
ys_fix ys_fix_text(const ys_space *space, const ys_slot *slot, ys_str meant);

/* The only value that a rule of the field allows whatever the conditions, or
 * NULL. */
const ys_slot *ys_fixed_value(const ys_field *field);

#endif
