#ifndef YS_OVERLAY_OPERATION_H
#define YS_OVERLAY_OPERATION_H

/*
 * core/overlay/operation.h - what the overlay annotations of one node say, as a
 * record (reference#matching, reference#operations).
 *
 * The annotations are read when somebody first asks for the record. It then
 * hangs on the slot's list of annotations, so that copies of the slot that
 * share the list share the record, too. It holds what the annotations say by
 * themselves. What that means where the node stands, and under what it
 * inherits, is told by core/overlay/search.h.
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

/* The keywords that say how many matches there have to be: of @overlay/match,
 * or of @overlay/match-child-defaults for all nodes below. NULL: not given. */
typedef struct ys_match_defaults {
  const ys_slot *expects, *missing_ok, *when;
} ys_match_defaults;

/* What is wrong with the annotations, a sentence each; "" for nothing. */
typedef struct ys_operation_problems {
  ys_str op;       /* with the annotation that says what to do */
  ys_str match;    /* with @overlay/match, but for the value of `by=` */
  ys_str children; /* with @overlay/match-child-defaults */
  bool by_first;   /* `by=` stands before what is wrong with @overlay/match */
} ys_operation_problems;

typedef struct ys_operation {
  ys_op op;
  uint32_t via;       /* closure, or 0 */
  bool or_add;        /* replace adds what is missing */
  bool before, after; /* of insert */
  bool unreadable;    /* an annotation's arguments could not be evaluated, which
                         has been reported: the node is left out */
  bool removes;       /* one of the annotations is @overlay/remove */
  bool has_via, has_by;  /* one of the annotations has the keyword */
  const ys_annot *given; /* gives `op`; NULL: none does */
  const ys_annot *match; /* the first @overlay/match, or NULL */
  const ys_slot *by;     /* its matcher, not checked; or NULL */
  ys_match_defaults own; /* its other keywords */
  const ys_match_defaults *children; /* of @overlay/match-child-defaults; NULL:
                                        there is none */
  const ys_operation_problems *problems; /* NULL: there are none */
} ys_operation;

/* The record of a node without overlay annotations. */
extern const ys_operation ys_no_operation;

/* The record of a slot of this space. The only failure is YS_NOMEM. */
ys_status ys_operation_of(ys_space *space, const ys_slot *slot,
                          const ys_operation **out);

#endif
