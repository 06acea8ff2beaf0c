#pragma once

/* core/tree/compare.h - Compares two values (reference#named-rules). */

#include "core/tree/node.h"

typedef enum ys_order {
  YS_LESS,
  YS_SAME,
  YS_GREATER,
  YS_UNORDERED, /* one of them is nan */
  YS_UNLIKE     /* their kinds have no order between them */
} ys_order;

/* The kinds of the two scalars or items that cannot be compared. */
typedef struct ys_unlike {
  ys_kind left, right;
} ys_unlike;

/*
 * Compares the left value with the right one; sets `unlike` when the result is
 * YS_UNLIKE. Numbers compare by their exact values, whatever their types;
 * strings by bytes; false is less than true; arrays item by item, and a prefix
 * is less. Maps and nulls have no order; where such items of two arrays are
 * equal, the items after them decide.
 */
ys_order ys_compare(const ys_slot *left, const ys_slot *right,
                    ys_unlike *unlike);
