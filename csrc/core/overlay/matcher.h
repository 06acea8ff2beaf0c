#pragma once

/* core/overlay/matcher.h - Matchers: they decide which nodes of the target an
 * overlay node applies to (reference#matching, `by=`). */

#include "core/annotation/host.h"

/*
 * One node of the target that a matcher is asked about.
 *
 * A matcher is a value: a string (the name of a key whose values are compared),
 * a closure, or an array flagged YS_SLOT_MATCHER. Such an array holds a name
 * and arguments, and is what the functions of the `overlay` module return:
 * ["all"], ["index", 0], ["map_key", "name"], ["subset", x], ["and_op", m...],
 * ["or_op", m...], ["not_op", m].
 */
typedef struct ys_candidate {
  const ys_slot *left, *right;
  int64_t index; /* index of an array item or a document; -1 for a map entry */
} ys_candidate;

/* Whether `value` is a closure or a well-formed matcher array. */
bool ys_is_matcher(const ys_slot *value);

/*
 * Whether the candidate matches. If the matcher fails (it throws, returns
 * something other than a boolean, or needs a key that is missing), `problem` is
 * a sentence that says why; else `problem` is empty.
 */
ys_status ys_matcher_accepts(ys_space *space, const ys_host *host,
                             const ys_slot *matcher,
                             const ys_candidate *candidate, bool *matches,
                             ys_str *problem);

/* Whether the matcher compares the values of one key; `name` is that key. Such
 * matchers can use a lookup. */
bool ys_matcher_by_key(const ys_slot *matcher, ys_str *name);

/* Whether the matcher accepts exactly one item, the one with this index. */
bool ys_matcher_by_index(const ys_slot *matcher, uint64_t *index);

/* Gives the value of `map` under `key`. If the key is missing or `map` is not a
 * map, `*value` is NULL and `problem`, unless it is NULL, says why. */
ys_status ys_matcher_key_value(ys_space *space, const ys_slot *map,
                               const ys_key *key, const ys_slot **value,
                               ys_str *problem);

/* Whether two values of a key match. Unlike ys_slot_equal() alone, an integer
 * does not match a float. */
static inline bool ys_matcher_same(const ys_slot *a, const ys_slot *b) {
  return a->kind == b->kind && ys_slot_equal(a, b);
}

/* Whether every part of `part` is in `whole` (overlay.subset): the keys of
 * maps, the first items of arrays, equal scalars of the same kind. If not,
 * `reason`, unless it is NULL, says what differs. */
ys_status ys_matcher_subset(ys_space *space, const ys_slot *whole,
                            const ys_slot *part, bool *holds, ys_str *reason);
