#pragma once

/* core/reference/identity.h - Compares the items of an array by their identity
 * (reference#identity). */

#include "core/reference/violation.h"

/* Records each item of the array `value` that is the same as one before it. The
 * only failure is YS_NOMEM. */
ys_status ys_identity_check(ys_space *space, const ys_typed *value,
                            const ys_identity *identity);

/* Gives the values that distinguish an item. `values` has room for one of each
 * key. False: there are none, one is invalid, or one is nan, which equals
 * nothing. */
bool ys_identity_of(ys_space *space, const ys_identity *identity, ys_slot *item,
                    const ys_slot **values);
