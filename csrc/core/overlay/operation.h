#pragma once

/*
 * core/overlay/operation.h - The overlay annotations of one node as a record
 * (reference#matching, reference#operations).
 *
 * The annotations are read when the record is first asked for. The record is
 * then kept with the slot's list of annotations, so copies of the slot that
 * share the list share the record, too.
 *
 * The record holds only what the annotations say by themselves.
 * core/overlay/search.h works out what they mean where the node stands and with
 * what it inherits.
 */

#include "core/annotation/annotation.h"

typedef enum ys_op {
  YS_OP_MERGE,
  YS_OP_REMOVE,
  YS_OP_REPLACE,
  YS_OP_INSERT,
  YS_OP_APPEND,
  YS_OP_ASSERT
} ys_op;

/* The keywords for the number of matches, of @overlay/match or, for all nodes
 * below, of @overlay/match-child-defaults. NULL: not given. */
typedef struct ys_match_defaults {
  const ys_slot *expects, *missing_ok, *when;
} ys_match_defaults;

/* The problems of the annotations, as sentences; "" if there is none. */
typedef struct ys_operation_problems {
  ys_str op;       /* of the annotation that names the operation */
  ys_str match;    /* of @overlay/match, except for the value of `by=` */
  ys_str children; /* of @overlay/match-child-defaults */
  bool by_first;   /* `by=` stands before the problem of @overlay/match */
} ys_operation_problems;

typedef struct ys_operation {
  ys_op op;
  uint32_t via;        /* closure of `via=`, or 0 */
  bool or_add;         /* replace also adds a missing node */
  bool before, after;  /* for insert */
  bool unreadable : 1; /* an annotation could not be evaluated, which has been
                          reported; the node is not applied */
  bool removes : 1;    /* one of the annotations is @overlay/remove */
  bool has_via : 1, has_by : 1; /* some annotation has this keyword */
  bool named : 1;               /* an annotation gives `op` */
  bool matches : 1;             /* there is an @overlay/match */
  const ys_slot *by;     /* the matcher of the first one, unchecked, or NULL */
  ys_match_defaults own; /* its other keywords */
  /* The keywords of @overlay/match-child-defaults, or NULL. */
  const ys_match_defaults *children;
  const ys_operation_problems *problems; /* NULL if there are none */
} ys_operation;

/* The annotation that gives a slot's operation, else its first @overlay/match;
 * NULL if it has neither. */
const ys_annot *ys_operation_annot(const ys_slot *slot);

/* The record of a node without overlay annotations. */
extern const ys_operation ys_no_operation;

/* The nodes below an applied node that may be skipped later (`when=`). */
typedef enum ys_skips {
  YS_SKIPS_OWN,  /* those with a `when=` of their own */
  YS_SKIPS_KEYS, /* these, and all that inherit `when=`, such as each key */
  YS_SKIPS_NONE  /* none */
} ys_skips;

/* Whether a slot with this operation, below others, may be skipped. An item
 * without @overlay/match does not inherit `when=`. */
static inline bool ys_operation_may_skip(const ys_operation *operation,
                                         const ys_slot *slot, ys_skips skips) {
  if (skips == YS_SKIPS_NONE) return false;
  if (skips == YS_SKIPS_KEYS && slot->key != NULL) return true;
  return operation->matches &&
         (skips == YS_SKIPS_KEYS || operation->own.when != NULL);
}

/* The same for the nodes below a slot with this operation. */
static inline ys_skips ys_operation_skips_below(const ys_operation *operation,
                                                ys_skips skips) {
  const ys_match_defaults *children = operation->children;
  return skips == YS_SKIPS_OWN && children != NULL && children->when != NULL
             ? YS_SKIPS_KEYS
             : skips;
}

/* Gives the record of a slot of this space. The only failure is YS_NOMEM. */
ys_status ys_operation_of(ys_space *space, const ys_slot *slot,
                          const ys_operation **out);
