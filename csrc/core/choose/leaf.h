#ifndef YS_CHOOSE_LEAF_H
#define YS_CHOOSE_LEAF_H

/*
 * core/choose/leaf.h - Parts of a value that a rule found invalid, which are
 * recorded in place of the value.
 */

#include "core/check/typed.h"

typedef struct ys_leaf {
  ys_str pointer; /* from the value to the part, as in RFC 6901 */
  ys_str rule;    /* the name of what the part breaks, or "" */
  ys_str must_be, found, hint;
  uint32_t line; /* the number of what it breaks, in the text of the rule */
} ys_leaf;

/* The value that a rule found invalid. */
typedef struct ys_leaf_owner {
  ys_space *space;
  ys_diags *found; /* the list for records */
  const ys_typed *value;
  ys_place rule; /* where the rule stands */
  ys_gap gap;
} ys_leaf_owner;

/* Records each part. The texts are copied. A part that is not there is recorded
 * at the nearest map or array around it. */
ys_status ys_leaves_record(const ys_leaf_owner *owner, const ys_leaf *leaves,
                           uint32_t count);

#endif
