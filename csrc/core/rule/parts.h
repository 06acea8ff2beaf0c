#pragma once

/* core/rule/parts.h - The functions that the source files of the named rules
 * share. */

#include "core/rule/rule.h"

/* Appends a value as messages show it, shortened. */
void ys_rule_show(ys_buf *buf, const ys_slot *value);

/* Sets the problem of an argument that is not as expected: expected keyword
 * argument "min_len" to be a number, but was string */
ys_status ys_rule_invalid_kind(ys_preparation *p, ys_str expected);

/* Sets `found` to the value, shortened: `"ftp://x"`, `7, of type integer`. */
ys_status ys_rule_found_value(ys_arena *arena, const ys_slot *value,
                              ys_finding *finding);

/* Sets `found` when the value is not of the kind that the rule is about. */
ys_status ys_rule_not_a(const char *kind, ys_arena *arena, const ys_slot *value,
                        ys_finding *finding);

/* The kinds that can be compared with a bound, and those of listed values. */
ys_kinds ys_rule_suits_bound(const ys_slot *argument);
ys_kinds ys_rule_suits_listed(const ys_slot *argument);

/* Kinds of arguments and values. */
enum {
  YS_NUMBERS = YS_KINDS(YS_INT) | YS_KINDS(YS_FLOAT),
  YS_LISTS = YS_KINDS(YS_ARRAY) | YS_KINDS(YS_MAP),
  YS_SIZED = YS_KINDS(YS_STRING) | YS_LISTS,
  YS_VALUES = YS_KINDS(YS_NULL) | YS_KINDS(YS_BOOL) | YS_NUMBERS | YS_SIZED
};

/* The rules of each source file. A rule without a name ends the table. */
extern const ys_named_rule ys_bound_rules[], ys_length_rules[], ys_key_rules[],
    ys_item_rules[], ys_text_rules[];
