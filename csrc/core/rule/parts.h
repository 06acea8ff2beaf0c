#ifndef YS_RULE_PARTS_H
#define YS_RULE_PARTS_H

/* core/rule/parts.h - What the source files of the named rules share. */

#include "core/rule/rule.h"

/* Appends a value as messages show it, shortened. */
void ys_rule_show(ys_buf *buf, const ys_slot *value);

/* Sets the problem of an argument that is not as expected: expected keyword
 * argument "min_len" to be a number, but was string */
ys_status ys_rule_invalid_kind(ys_preparation *p, ys_str expected);

/* Sets `must_be` to `before` followed by the text of the argument. */
ys_status ys_rule_must_be(ys_preparation *p, const char *before);

/* Sets `found` to the value, shortened: `"ftp://x"`, `7, of type integer`. */
ys_status ys_rule_found_value(ys_arena *arena, const ys_slot *value,
                              ys_finding *finding);

/* ---- core/rule/bound.c --------------------------------------------------- */

ys_rule_preparer ys_prepare_min, ys_prepare_max, ys_prepare_exclusive_min,
    ys_prepare_exclusive_max, ys_prepare_multiple_of;
ys_rule_tester ys_test_min, ys_test_max, ys_test_exclusive_min,
    ys_test_exclusive_max, ys_test_multiple_of;

/* ---- core/rule/keys.c ---------------------------------------------------- */

ys_rule_preparer ys_prepare_one_not_null, ys_prepare_exclusive,
    ys_prepare_all_or_none, ys_prepare_at_least_one;
ys_rule_tester ys_test_one_not_null, ys_test_exclusive, ys_test_all_or_none,
    ys_test_at_least_one;

/* Whether the rule counts which keys of a map are given. */
static inline bool ys_rule_is_about_given_keys(const ys_named_rule *named) {
  return named->test == ys_test_exclusive ||
         named->test == ys_test_all_or_none ||
         named->test == ys_test_at_least_one;
}

/* ---- core/rule/items.c --------------------------------------------------- */

ys_rule_preparer ys_prepare_one_of, ys_prepare_unique;
ys_rule_tester ys_test_one_of, ys_test_unique;

/* Sets `found` when the value is not of the kind that the rule is about. */
ys_status ys_rule_not_a(const char *kind, ys_arena *arena, const ys_slot *value,
                        ys_finding *finding);

/* ---- core/rule/suits.c --------------------------------------------------- */

/* The kinds that can be compared with a bound, and those of listed values. */
ys_kinds ys_rule_suits_bound(const ys_slot *argument);
ys_kinds ys_rule_suits_listed(const ys_slot *argument);

/* ---- core/rule/text.c ---------------------------------------------------- */

ys_rule_preparer ys_prepare_regexp, ys_prepare_format, ys_prepare_starts_with,
    ys_prepare_ends_with;
ys_kinds ys_rule_suits_format(const ys_slot *argument);
ys_rule_tester ys_test_regexp, ys_test_format, ys_test_starts_with,
    ys_test_ends_with;

#endif
