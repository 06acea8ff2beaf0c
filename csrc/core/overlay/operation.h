#ifndef YS_OVERLAY_OPERATION_H
#define YS_OVERLAY_OPERATION_H

/*
 * core/overlay/operation.h - the overlay annotations of one node, read
 * (reference g.2, g.3): what to do, to which nodes, how many of them there have
 * to be.
 */

#include "core/annotation/annotation.h"
#include "core/annotation/expect.h"
#include "core/overlay/matcher.h"

typedef enum ys_op {
  YS_OP_MERGE,
  YS_OP_REMOVE,
  YS_OP_REPLACE,
  YS_OP_INSERT,
  YS_OP_APPEND,
  YS_OP_ASSERT
} ys_op;

/* Keywords of @overlay/match that descendants inherit from
 * @overlay/match-child-defaults. NULL: not given. */
typedef struct ys_match_defaults {
  const ys_slot *expects, *missing_ok, *when;
} ys_match_defaults;

/* Where a node stands: what its default matcher is. */
typedef enum ys_stand {
  YS_AT_DOCUMENT, /* one that looks for its counterparts */
  YS_AT_ENTRY,
  YS_AT_ITEM,
  YS_AT_ROOT /* a document that has exactly one counterpart: `by=` is ignored */
} ys_stand;

typedef struct ys_operation {
  ys_op op;
  bool unreadable;   /* an annotation's arguments could not be evaluated, which
                        has been reported: the node is left out */
  bool looks;        /* for matches; else it is about none */
  const ys_slot *by; /* the matcher; NULL: the same key */
  bool counts;       /* somebody said how many matches there have to be, or
                        that there have to be some at all */
  ys_expect expect;
  bool skips;         /* the expectation is `when=`: not met, the node is
                         passed over */
  uint32_t via;       /* closure, or 0 */
  bool or_add;        /* replace adds what is missing */
  bool before, after; /* of insert */
} ys_operation;

/*
 * Reads the annotations of `slot`. What is wrong with them sets `problem` (a
 * sentence), which is empty else.
 */
ys_status ys_operation_read(ys_space *space, const ys_slot *slot,
                            ys_stand stand, const ys_match_defaults *inherited,
                            ys_operation *out, ys_str *problem);

/* What the children of `slot` inherit: its @overlay/match-child-defaults over
 * what it inherits itself, keyword by keyword. */
ys_status ys_operation_defaults(ys_space *space, const ys_slot *slot,
                                const ys_match_defaults *inherited,
                                ys_match_defaults *out, ys_str *problem);

#endif
