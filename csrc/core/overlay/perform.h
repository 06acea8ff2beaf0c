#ifndef YS_OVERLAY_PERFORM_H
#define YS_OVERLAY_PERFORM_H

/* core/overlay/perform.h - the operations of overlay nodes on their matches
 * (reference#operations). */

#include "core/overlay/patch.h"

/* Reads the annotations of a right slot and does what they say to the slots
 * of the left collection. */
ys_status ys_perform(ys_merger *m, ys_edit *joint, ys_slot *right,
                     const ys_path *path);

/* Does it to one match; `last`: the right slot is not needed afterwards. */
ys_status ys_perform_on(ys_merger *m, ys_edit *joint, const ys_patch *p,
                        ys_found found, bool last);

/* What the guide calls the type of a slot of the left collection; NULL: nobody
 * knows. */
ys_status ys_type_of(ys_merger *m, const ys_edit *joint, const ys_slot *left,
                     const void **out);

/* Notes that a slot of the joint's collection is new; NULL: that some are gone.
 */
ys_status ys_touch(ys_merger *m, const ys_edit *joint, ys_slot *slot);

/* Notes that a slot got another value. */
ys_status ys_touch_value(ys_merger *m, ys_slot *slot, const void *type);

/* Merges a slot, of a type that the guide knows, into a slot:
 * core/overlay/overlay.c, which takes both ways. */
ys_status ys_merge_slot(ys_merger *m, ys_slot *left, ys_slot *right,
                        const ys_match_defaults *inherited, const ys_path *path,
                        const void *type);

/* The same, but only what is below: collections of the same kind are merged,
 * scalars stay. */
ys_status ys_merge_below(ys_merger *m, ys_slot *left, ys_slot *right,
                         const ys_match_defaults *inherited,
                         const ys_path *path, const void *type);

/* Puts the operation on `left` off until its default is given. */
ys_status ys_postpone(ys_merger *m, const ys_operation *operation,
                      const ys_match_defaults *inherited, const ys_path *path,
                      ys_slot *left, ys_slot *right, const void *type);

#endif
