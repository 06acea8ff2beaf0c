#ifndef YS_TYPE_CHOICE_H
#define YS_TYPE_CHOICE_H

/* core/type/choice.h - what reports say about alternatives. */

#include "core/type/type.h"

/* "a value that fits one of the 2 alternatives of @schema/any-of" */
ys_status ys_choice_expected(ys_arena *arena, const ys_choice *choice,
                             ys_str *out);

/* Appends a line: "alternative 1, postgres(): " and why it does not fit. */
void ys_choice_add_reason(ys_buf *out, const ys_choice *choice, uint32_t index,
                          ys_str why);

/* "the value fits alternatives 1 and 2"; indexes, from 0. */
void ys_choice_add_pair(ys_buf *out, uint32_t first, uint32_t second);

#endif
