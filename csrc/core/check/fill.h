#ifndef YS_CHECK_FILL_H
#define YS_CHECK_FILL_H

/*
 * core/check/fill.h - defaults: whole ones, and those of what a document left
 * out.
 *
 * A default that a closure gives becomes a slot flagged YS_SLOT_PENDING whose
 * value is the closure; whoever asks the closure replaces it.
 *
 * All that are made are counted: YS_INVALID, with a record, when they are more
 * than the limit max_nodes.
 */

#include "core/type/type.h"

/* Makes `slot` (key and neighbours are the caller's) hold a fresh copy of the
 * field's default. The copy is the space's own. */
ys_status ys_fill_default(ys_space *space, const ys_field *field,
                          ys_slot *slot);

/* Copies a default's value. */
ys_status ys_fill_copy(ys_space *space, const ys_slot *value, ys_place place,
                       ys_slot *out);

/* Adds what is missing in the value of `slot`, at every depth; given entries
 * keep their order and the added ones follow in the schema's
 * (reference#completion). The value must have checked clean, but for flagged
 * parts. Choices are left as they are. */
ys_status ys_fill_missing(ys_space *space, const ys_field *field,
                          ys_slot *slot);

/* The same of a map that lacks entries; without those that are missing below
 * the others when `below` is false. */
ys_status ys_fill_entries(ys_space *space, const ys_field *field, ys_slot *slot,
                          bool below);

/* Completes what merging `given` puts where `left` has no map, or an item. So a
 * complete `left` stays complete, and the next document finds it so
 * (reference#sources-end-complete), for what walking `given` costs. */
ys_status ys_fill_given(ys_space *space, const ys_field *field, ys_slot *left,
                        ys_slot *given);

#endif
