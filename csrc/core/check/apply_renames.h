#pragma once

/*
 * core/check/apply_renames.h - Finishes the move of a value from its old name
 * (reference#renamed) once it is certain that `when=` does not skip the value:
 * records the warning about the old name, and converts the value.
 *
 * Slots that are copies of each other share their annotations. Each of them is
 * converted, but only the first one gets a record.
 */

#include "core/overlay/operation.h"
#include "core/type/type.h"

/* Takes the value of one slot. `again`: this was done before with a copy, so
 * nothing is recorded. */
ys_status ys_apply_one_rename(ys_space *space, ys_slot *slot, bool again);

/* Takes the value of a slot and everything below it that cannot be skipped. */
ys_status ys_apply_renames(ys_space *space, ys_slot *slot, ys_skips skips,
                           bool again);

/* Takes everything in a copy of a value, to validate what it would be: nothing
 * is recorded, and a value that cannot be converted counts as one that fits. */
ys_status ys_apply_renames_to_validate(ys_space *space, ys_slot *copy);
