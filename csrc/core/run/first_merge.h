#ifndef YS_RUN_FIRST_MERGE_H
#define YS_RUN_FIRST_MERGE_H

/*
 * core/run/first_merge.h - the first document on the schema's defaults. What
 * comes out is what merging it onto a fresh copy of the defaults would give;
 * but most runs have one document that gives most values, so the defaults it
 * replaces are never made.
 */

#include "core/overlay/overlay.h"
#include "core/type/type.h"

/*
 * Makes `out` (its key and neighbours are the caller's) what the checked
 * document `given` and the defaults of `field` give. The given tree is used
 * up. It has no overlay annotations. `postponed` as for ys_overlay().
 *
 * `complete` is set to false when something still has to be filled in
 * (ys_fill_missing), and left alone else.
 */
ys_status ys_first_merge(ys_space *space, const ys_field *field, ys_slot *given,
                         const ys_overlay_options *options,
                         ys_postponed_list *postponed, ys_slot *out,
                         bool *complete);

#endif
