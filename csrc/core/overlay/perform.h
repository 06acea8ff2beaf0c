#pragma once

/* core/overlay/perform.h - Applies the operation of an overlay node to its
 * matches (reference#operations). */

#include "core/overlay/patch.h"

/* Reads the annotations of the overlay node `right` and applies its operation
 * to the matching slots of the target collection. */
ys_status ys_perform(ys_merger *m, ys_edit *edit, ys_slot *right,
                     const ys_path *path);

/* Applies the operation to one match. `last`: the overlay's slot is not needed
 * afterwards. */
ys_status ys_perform_on(ys_merger *m, ys_edit *edit, const ys_patch *p,
                        ys_found found, bool last);

/* Takes a node below alternatives that is certainly not skipped: see `take` of
 * the guide (core/overlay/merger.h). */
ys_status ys_take_below(ys_merger *m, ys_slot *slot, ys_skips skips);

/* Gives the type of a slot of the target collection, from the guide. NULL: the
 * type is not known. */
ys_status ys_type_of(ys_merger *m, const ys_edit *edit, const ys_slot *left,
                     const void **out);

/* Records that `slot` is new in the target collection, or, if `slot` is NULL,
 * that some slots were removed. */
ys_status ys_touch(ys_merger *m, const ys_edit *edit, ys_slot *slot);

/* Records that a slot has a new value. */
ys_status ys_touch_value(ys_merger *m, ys_slot *slot, const void *type);

/* Merges `right` into `left`; `type` is the type of `left`, from the guide.
 * Operations and merges call each other, so this is in core/overlay/overlay.c.
 */
ys_status ys_merge_slot(ys_merger *m, ys_slot *left, ys_slot *right,
                        const ys_match_defaults *inherited, const ys_path *path,
                        const void *type);

/* Merges only what is below two slots: collections of the same kind are merged,
 * scalars are left alone. */
ys_status ys_merge_below(ys_merger *m, ys_slot *left, ys_slot *right,
                         const ys_match_defaults *inherited,
                         const ys_path *path, const void *type);

/* Postpones the operation on `left` until the default of `left` is given. */
ys_status ys_postpone(ys_merger *m, const ys_operation *operation,
                      const ys_match_defaults *inherited, const ys_path *path,
                      ys_slot *left, ys_slot *right, const void *type);
