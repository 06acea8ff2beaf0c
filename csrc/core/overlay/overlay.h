#ifndef YS_OVERLAY_OVERLAY_H
#define YS_OVERLAY_OVERLAY_H

/*
 * core/overlay/overlay.h - merging one tree onto another (reference#overlays).
 * Knows nothing of types.
 *
 * Maps merge, scalars and null replace; the right's annotations say what else
 * is to be done. The left slot keeps its place in its map, its key and its
 * annotations and takes the right's value and place. Nodes move from right to
 * left: the right tree is used up.
 *
 * The overlay annotations of the right tree have to be evaluated. A node with
 * one that could not be is left out, without another record.
 */

#include "core/overlay/merger.h"

/*
 * Merges the document `right` into its counterpart `left`. Flags of faulty
 * parts travel: a faulty value is not merged, but its flag is; and what holds
 * a fault of the overlay is flagged YS_SLOT_DIRTY. What waits for a pending
 * default is appended to `postponed` (NULL: nothing is pending).
 *
 * YS_INVALID: faults were recorded; what could be merged is. A record has the
 * place and path of the right node, as `by` the place of the left one where
 * there is exactly one, and a sentence as its first argument.
 */
ys_status ys_overlay(ys_space *space, ys_slot *left, ys_slot *right,
                     const ys_overlay_options *options,
                     ys_postponed_list *postponed);

/* The same for two slots below documents, which stand at `path`. */
ys_status ys_overlay_at(ys_space *space, ys_slot *left, ys_slot *right,
                        const ys_path *path, const ys_overlay_options *options,
                        ys_postponed_list *postponed);

/* Takes the oldest off the list, which is not empty. */
ys_postponed *ys_postponed_take(ys_postponed_list *list);

/* Goes on with what waited and has been taken off the list; the options are
 * those that it was postponed with. */
ys_status ys_overlay_resume(ys_space *space, const ys_postponed *waiting,
                            const ys_overlay_options *options,
                            ys_postponed_list *postponed);

/*
 * Applies one overlay document, which says by `@overlay/match by=` which ones
 * it is about, to all documents of the array `base`.
 */
ys_status ys_overlay_documents(ys_space *space, ys_slot *base, ys_slot *right,
                               const ys_overlay_options *options);

#endif
