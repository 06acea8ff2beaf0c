#pragma once

/*
 * core/overlay/search.h - Works out what an overlay node matches: its matcher,
 * and how many matches it needs (reference#matching).
 *
 * Both depend on where the node stands and on what it inherits from
 * @overlay/match-child-defaults.
 */

#include "core/annotation/expect.h"
#include "core/overlay/operation.h"

/* Where a node stands. This decides its default matcher. */
typedef enum ys_stand {
  YS_AT_DOCUMENT, /* a document that is matched with others */
  YS_AT_ENTRY,
  YS_AT_ITEM,
  YS_AT_ROOT /* a document with exactly one counterpart: `by=` is ignored */
} ys_stand;

typedef struct ys_search {
  bool looks;        /* the node looks for matches at all */
  const ys_slot *by; /* the matcher; NULL: the same key */
  bool counts; /* a number of matches, or that there has to be one, was asked
                  for */
  bool skips;  /* `expect` comes from `when=`: if it is not met, the node is
                  skipped */
  ys_expect expect;
} ys_search;

/*
 * Works out what a node with this operation matches. If its annotations are
 * invalid, by themselves or where the node stands, `problem` is a sentence;
 * else it is empty.
 */
ys_status ys_search_plan(ys_space *space, const ys_slot *slot,
                         const ys_operation *operation, ys_stand stand,
                         const ys_match_defaults *inherited, ys_search *out,
                         ys_str *problem);

/* Gives what the children of a node inherit: its own
 * @overlay/match-child-defaults and, for each keyword missing there, what the
 * node inherits itself. `problem` is as in ys_search_plan(). */
ys_match_defaults ys_search_inherit(const ys_operation *operation,
                                    const ys_match_defaults *inherited,
                                    ys_str *problem);
