#ifndef YS_TREE_COMPARE_H
#define YS_TREE_COMPARE_H

/* core/tree/compare.h - which of two values is the greater one
 * (reference#named-rules).
 */

#include "core/tree/node.h"

typedef enum ys_order {
  YS_LESS,
  YS_SAME,
  YS_GREATER,
  YS_UNORDERED, /* one of them is nan */
  YS_UNLIKE     /* of kinds that have no order between them */
} ys_order;

/* Of the scalars or items that are unlike. */
typedef struct ys_unlike {
  ys_kind left, right;
} ys_unlike;

/*
 * The order of the left to the right; `unlike` is set when it is YS_UNLIKE.
 * Numbers compare by their exact values, whatever their types; strings by
 * bytes; false is less than true; arrays item by item, and a prefix is less.
 * Maps and nulls have no order, but equal ones do not decide between arrays.
 */
ys_order ys_compare(const ys_slot *left, const ys_slot *right,
                    ys_unlike *unlike);

#endif
