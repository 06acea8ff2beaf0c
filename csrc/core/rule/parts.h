#ifndef YS_RULE_PARTS_H
#define YS_RULE_PARTS_H

/* core/rule/parts.h - What the source files of the named rules share. */

#include "core/rule/rule.h"

/* Appends `text` in quotes. */
void ys_rule_quote(ys_buf *buf, ys_str text);

/* Sets `must_be` to `before` followed by the text of the argument. */
ys_status ys_rule_must_be(ys_preparation *p, const char *before);

/* Sets `found` to the value, shortened: `"ftp://x"`, `7, of type integer`. */
ys_status ys_rule_found_value(ys_arena *arena, const ys_slot *value,
                              ys_finding *finding);

/* ---- core/rule/items.c --------------------------------------------------- */

ys_rule_preparer ys_prepare_one_of, ys_prepare_unique, ys_prepare_one_not_null;
ys_rule_tester ys_test_one_of, ys_test_unique, ys_test_one_not_null;

/* ---- core/rule/text.c ---------------------------------------------------- */

ys_rule_preparer ys_prepare_regexp, ys_prepare_format, ys_prepare_starts_with,
    ys_prepare_ends_with;
ys_rule_tester ys_test_regexp, ys_test_format, ys_test_starts_with,
    ys_test_ends_with;

#endif
