#pragma once

/* lua/value/sort.h - Sorts the entries of a map that was a Lua table, so that
 * the order in which Lua walks the table does not show. */

#include "core/tree/node.h"

/*
 * Sorts a list of map entries that are chained by `next`, and gives its first.
 * The order is by `line`, which the caller may set as it likes, then by the
 * kind of the key, then by the key. No two entries have the same key.
 */
ys_slot *ysl_sort_entries(ys_slot *first);
