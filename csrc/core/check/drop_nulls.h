#pragma once

/* core/check/drop_nulls.h - Nulls that count as missing keys
 * (@schema/null-is-missing). */

#include "core/type/type.h"

/* Removes the entries below `slot` whose null counts as a missing key. Entries
 * with annotations stay, and so does what alternatives describe. */
ys_status ys_drop_nulls(ys_space *space, const ys_field *field, ys_slot *slot);
