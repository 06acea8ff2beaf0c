#pragma once

/*
 * core/run/first_merge.h - Merges the first document onto the schema's
 * defaults.
 *
 * The result is the same as from merging the document onto a fresh copy of the
 * defaults. But most runs have one document that gives most values, so the
 * defaults that it replaces are not even made.
 */

#include "core/overlay/overlay.h"
#include "core/type/type.h"

/*
 * Makes `out` from the checked document `given` and the defaults of `field`.
 * The key and neighbours of `out` stay unchanged. `given` must have no overlay
 * annotations and must not be used afterwards. `postponed` is as for
 * ys_overlay().
 *
 * `complete` is set to false if defaults still have to be added
 * (ys_fill_missing); else it is not changed.
 */
ys_status ys_first_merge(ys_space *space, const ys_field *field, ys_slot *given,
                         const ys_overlay_options *options,
                         ys_postponed_list *postponed, ys_slot *out,
                         bool *complete);
