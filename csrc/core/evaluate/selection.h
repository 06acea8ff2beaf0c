#pragma once

/* core/evaluate/selection.h - Remembers which alternatives values hold, because
 * a reference counts in the alternative that holds (reference#references). */

#include "core/evaluate/choose.h"
#include "core/type/selector.h"

/* Notes that a value holds this alternative, or none (YS_SELECTION_NONE). Does
 * nothing for values without references. */
#define YS_SELECTION_NONE (UINT32_MAX - 1)
ys_status ys_selection_note(ys_chooser *c, const ys_typed *value,
                            uint32_t index);

/* The notes on the value, for another one that will have its place: see
 * core/evaluate/trial_memo.c. */
const void *ys_selection_get(const ys_chooser *c, const ys_typed *value);
ys_status ys_selection_set(ys_chooser *c, const ys_typed *value,
                           const void *noted);

/* Gives the alternatives that a value holds: all of all-of, one of the others,
 * or none. Where nothing is noted, the first one that the value fits by its
 * type is taken. */
ys_status ys_selection_find(const ys_chooser *c, const ys_typed *value,
                            ys_range *out);
