#pragma once

/* core/compile/required.h - Reads `@schema/required`: keys that are required
 * (reference#required). */

#include "core/compile/schema_words.h"

/* Reads the annotation of a map's entry. `out` is NULL if there is none. Errors
 * are recorded; the only failure is YS_NOMEM. */
ys_status ys_required_read(ys_space *space, const ys_schema_words *words,
                           ys_required **out);

/* Notes which required keys below `field` are given by its default `value`,
 * outside of arrays. NULL: a function gives it, and may give all of them. */
void ys_required_preset(ys_field *field, const ys_slot *value);
