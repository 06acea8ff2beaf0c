#ifndef YS_OVERLAY_SEARCH_H
#define YS_OVERLAY_SEARCH_H

/*
 * core/overlay/search.h - what an overlay node looks for: by which matcher, and
 * how many matches there have to be (reference#matching). That depends on where
 * the node stands and on what it inherits from @overlay/match-child-defaults.
 */

#include "core/annotation/expect.h"
#include "core/overlay/operation.h"

/* Where a node stands: what its default matcher is. */
typedef enum ys_stand {
  YS_AT_DOCUMENT, /* one that looks for its counterparts */
  YS_AT_ENTRY,
  YS_AT_ITEM,
  YS_AT_ROOT /* a document that has exactly one counterpart: `by=` is ignored */
} ys_stand;

typedef struct ys_search {
  bool looks;        /* for matches; else the node is about none */
  const ys_slot *by; /* the matcher; NULL: the same key */
  bool counts;       /* somebody said how many matches there have to be, or
                        that there have to be some at all */
  bool skips;        /* the expectation is `when=`: not met, the node is
                        passed over */
  ys_expect expect;
} ys_search;

/*
 * Works out what a node looks for. When its annotations are wrong, by
 * themselves or where it stands, `problem` is a sentence, else it is empty.
 */
ys_status ys_search_plan(ys_space *space, const ys_operation *operation,
                         ys_stand stand, const ys_match_defaults *inherited,
                         ys_search *out, ys_str *problem);

/* What the children of a node inherit: its @overlay/match-child-defaults over
 * what it inherits itself, keyword by keyword. `problem` is as above. */
ys_match_defaults ys_search_inherit(const ys_operation *operation,
                                    const ys_match_defaults *inherited,
                                    ys_str *problem);

#endif
