#ifndef YS_RULE_PARTS_H
#define YS_RULE_PARTS_H

/* ys_rule_parts.h - what the files of the named rules share. */

#include "ys_rule.h"

/* Moves what was written to the arena. Releases `buf`. */
ys_status ys_rule_keep(ys_buf *buf, ys_arena *arena, ys_str *out);

/* `text` in quotes. */
void ys_rule_quote(ys_buf *buf, ys_str text);

/* `must_be` is `before` and the argument as the schema spells it. */
ys_status ys_rule_must_be(ys_preparation *p, const char *before);

/* The problem of an argument that is none of the rule's:
 * expected keyword argument "min_len" to be a number, but was string */
ys_status ys_rule_wrong_kind(ys_preparation *p, ys_str expected);

/* Found: what the value is (`"ftp://x"`, `7, of type integer`), cut short. */
ys_status ys_rule_found_value(ys_arena *arena, const ys_slot *value,
                              ys_finding *finding);

/* ---- ys_rule_items.c ----------------------------------------------------- */

ys_status ys_prepare_one_of(ys_preparation *p);
ys_status ys_test_one_of(ys_space *space, const ys_rule *rule,
                         const ys_slot *value, ys_finding *finding);
ys_status ys_prepare_unique(ys_preparation *p);
ys_status ys_test_unique(ys_space *space, const ys_rule *rule,
                         const ys_slot *value, ys_finding *finding);
ys_status ys_prepare_one_not_null(ys_preparation *p);
ys_status ys_test_one_not_null(ys_space *space, const ys_rule *rule,
                               const ys_slot *value, ys_finding *finding);

/* ---- ys_rule_text.c ------------------------------------------------------ */

ys_status ys_prepare_regexp(ys_preparation *p);
ys_status ys_test_regexp(ys_space *space, const ys_rule *rule,
                         const ys_slot *value, ys_finding *finding);
ys_status ys_prepare_format(ys_preparation *p);
ys_status ys_test_format(ys_space *space, const ys_rule *rule,
                         const ys_slot *value, ys_finding *finding);
ys_status ys_prepare_starts_with(ys_preparation *p);
ys_status ys_test_starts_with(ys_space *space, const ys_rule *rule,
                              const ys_slot *value, ys_finding *finding);
ys_status ys_prepare_ends_with(ys_preparation *p);
ys_status ys_test_ends_with(ys_space *space, const ys_rule *rule,
                            const ys_slot *value, ys_finding *finding);

#endif
