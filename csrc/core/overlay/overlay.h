#pragma once

/*
 * core/overlay/overlay.h - Merges one tree (the overlay, `right`) onto another
 * (the target, `left`) (reference#overlays).
 *
 * Maps are merged; scalars and null replace. The annotations of the overlay may
 * ask for other operations. A target slot keeps its position in its map, its
 * key and its annotations, and takes the overlay's value and its place in the
 * file. Nodes move from the overlay to the target, so the overlay must not be
 * used afterwards.
 *
 * The overlay's annotations have to be evaluated before. A node with one that
 * could not be evaluated is skipped without another record. The merge does not
 * depend on types (see ys_guide).
 */

#include "core/overlay/merger.h"

/*
 * Merges the document `right` into its counterpart `left`. Flags of invalid
 * parts are kept: an invalid value is not merged, but its flag is copied, and a
 * slot that contains an error of the overlay is flagged YS_SLOT_DIRTY.
 * Operations on pending defaults are appended to `postponed` (NULL: nothing is
 * pending).
 *
 * YS_INVALID: errors were recorded, and everything else was merged. A record
 * has the place and path of the overlay node, as `by` the place of the target
 * node if there is exactly one, and a sentence as its first argument.
 */
ys_status ys_overlay(ys_space *space, ys_slot *left, ys_slot *right,
                     const ys_overlay_options *options,
                     ys_postponed_list *postponed);

/* Like ys_overlay(), for two slots at `path` inside documents. */
ys_status ys_overlay_at(ys_space *space, ys_slot *left, ys_slot *right,
                        const ys_path *path, const ys_overlay_options *options,
                        ys_postponed_list *postponed);

/* Takes the oldest operation off the list, which must not be empty. */
ys_postponed *ys_postponed_take(ys_postponed_list *list);

/* Resumes an operation that was taken off the list. The options must be those
 * that it was postponed with. */
ys_status ys_overlay_resume(ys_space *space, const ys_postponed *waiting,
                            const ys_overlay_options *options,
                            ys_postponed_list *postponed);

/*
 * Applies one overlay document to all documents of the array `base` that its
 * `@overlay/match by=` selects.
 */
ys_status ys_overlay_documents(ys_space *space, ys_slot *base, ys_slot *right,
                               const ys_overlay_options *options);
