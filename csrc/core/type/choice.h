#pragma once

/* core/type/choice.h - Texts about alternatives, for reports. */

#include "core/type/type.h"

/* The names of the modes of a ys_choice. */
extern const char *const ys_choice_modes[];

/* Gives "one of 2 allowed values", for values that must not be shown. */
ys_status ys_choice_allowed(ys_arena *arena, uint64_t count, ys_str *out);

/* Whether the value of a key is sensitive in one of the alternatives. */
bool ys_choice_is_masked(const ys_choice *choice, const ys_key *key);

/* Lists the values that select the alternatives; their number if they are
 * sensitive. */
ys_status ys_choice_kinds(ys_arena *arena, const ys_choice *choice,
                          ys_str *out);

/* The text that an alternative is written as; "" if it may have sensitive
 * values. */
ys_str ys_choice_words(const ys_choice *choice, uint32_t index);

/* The name of the rule that its alternatives are, such as `any-of`. */
const char *ys_choice_rule(const ys_choice *choice);

/* Gives a text such as "integer or string", "a value that fits tcp or udp", "a
 * value that fits one of the 7 alternatives of @schema/any-of", or "a map whose
 * key "kind" is one of "file", "remote"". */
ys_status ys_choice_expected(ys_arena *arena, const ys_choice *choice,
                             ys_str *out);

/* Appends a line that names the alternative, such as "postgres: " or "a map
 * with "port": ", and says why the value does not fit it. Nothing is appended
 * if the name says the type, and the value is of another one. */
void ys_choice_add_reason(ys_buf *out, const ys_choice *choice, uint32_t index,
                          ys_str why);

/* Puts the reasons of the other alternatives in one line, below one that names
 * the alternative whose violations are reported by themselves. */
void ys_choice_report_nearest(ys_buf *out, const ys_choice *choice,
                              uint32_t index);

/* Appends "the value fits tcp and udp". */
void ys_choice_add_pair(ys_buf *out, const ys_choice *choice, uint32_t first,
                        uint32_t second);
