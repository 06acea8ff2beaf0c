#ifndef YS_OVERLAY_MATCHER_H
#define YS_OVERLAY_MATCHER_H

/*
 * core/overlay/matcher.h - matchers: which left nodes an overlay node is about
 * (reference#matching, `by=`).
 */

#include "core/annotation/host.h"

/*
 * A matcher is a value: a string (the name of a key whose values are
 * compared), a closure, or an array flagged YS_SLOT_MATCHER of a name and its
 * arguments, which is what the functions of the `overlay` module give:
 * ["all"], ["index", 0], ["map_key", "name"], ["subset", x],
 * ["and_op", m...], ["or_op", m...], ["not_op", m].
 */
typedef struct ys_candidate {
  const ys_slot *left, *right;
  int64_t index; /* of an array's item or of a document; -1 for a map entry */
} ys_candidate;

/* Whether `value` is a closure, or a well-formed array of a matcher. */
bool ys_is_matcher(const ys_slot *value);

/*
 * Whether the candidate matches. A matcher that cannot tell (it throws, or
 * gives something else than a boolean, or needs a key that is not there) sets
 * `problem`, a sentence, which is empty else.
 */
ys_status ys_matcher_accepts(ys_space *space, const ys_host *host,
                             const ys_slot *matcher,
                             const ys_candidate *candidate, bool *matches,
                             ys_str *problem);

/* Whether the matcher compares the values of a key, whose name is `name`: so
 * that many slots can be matched through an index. */
bool ys_matcher_by_key(const ys_slot *matcher, ys_str *name);

/* The value of `map` under `key`; NULL, and `problem` (unless it is NULL) says
 * why: there is none, or it is no map. */
ys_status ys_matcher_key_value(ys_space *space, const ys_slot *map,
                               const ys_key *key, const ys_slot **value,
                               ys_str *problem);

/* Whether two values under a key match: an integer does not match a float. */
static inline bool ys_matcher_same(const ys_slot *a, const ys_slot *b) {
  return a->kind == b->kind && ys_slot_equal(a, b);
}

/* Whether every part of `part` is in `whole` (overlay.subset): the keys of
 * maps, the first items of arrays, equal scalars of the same kind. When not,
 * `reason` (unless it is NULL) says what differs. */
ys_status ys_matcher_subset(ys_space *space, const ys_slot *whole,
                            const ys_slot *part, bool *holds, ys_str *reason);

#endif
