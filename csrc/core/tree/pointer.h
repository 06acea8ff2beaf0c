#pragma once

/* core/tree/pointer.h - The steps of JSON pointers (RFC 6901). */

#include "core/tree/slot.h"

/* Takes the first step off a pointer, which begins with a slash. `step` has
 * room for it. */
ys_str ys_pointer_step(ys_str *pointer, char *step);

/* Whether a step is the index of an item, of at most nine digits. */
bool ys_pointer_index(ys_str step, uint32_t *index);

/* The item of an array at a step, with its index, or NULL. */
ys_slot *ys_pointer_item(const ys_slot *array, ys_str step, uint32_t *index);
