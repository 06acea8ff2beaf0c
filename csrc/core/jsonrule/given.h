#pragma once

/* core/jsonrule/given.h - Gives a value as it was before defaults were filled
 * in. */

#include "core/base/pairs.h"
#include "core/tree/node.h"

/* Gives the value without the defaults in it: the value itself if there are
 * none, else a copy. `known` has what was given of other values, whose copies
 * are used again. Recursion is bounded by the limit on depth. */
ys_status ys_jsonrule_given(ys_arena *arena, ys_pairs *known, ys_slot *value,
                            ys_slot **out);
