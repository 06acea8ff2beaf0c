#pragma once

/*
 * core/run/repair.h - Makes what an overlay changed fit the schema again.
 *
 * Values from overlays and their closures are not checked before, so they are
 * checked here; and defaults are added for what an overlay removed. The cost
 * depends only on the size of the changes.
 */

#include "core/evaluate/defaults.h"
#include "core/overlay/merger.h"

/* Converts what was given under old names below values that were added as a
 * whole: no `when=` skips anything there. */
ys_status ys_repair_apply_renames(ys_space *space, const ys_touched *touched);

/* Whether all changed values fit. If not, nothing is recorded: the caller has
 * to check the whole document, which records the violations. */
ys_status ys_repair_check(ys_space *space, const ys_touched *touched,
                          bool *fits);

/* Completes the changed values and notes the defaults that closures give. */
ys_status ys_repair_fill(ys_defaults *defaults, const ys_touched *touched);
