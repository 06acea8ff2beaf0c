#ifndef YSL_VALUE_SORT_H
#define YSL_VALUE_SORT_H

/* lua/value/sort.h - entries of a Lua table in an order that does not depend on
 * how Lua keeps them. */

#include "core/tree/node.h"

/*
 * Sorts a list of map entries, chained by `next`, and returns its first:
 * first by `line`, which the caller may use as he likes, then by the key's
 * kind, then by the key. No two entries have the same key.
 */
ys_slot *ysl_sort_entries(ys_slot *first);

#endif
