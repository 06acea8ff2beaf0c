#pragma once

/*
 * core/check/fill.h - Adds defaults: whole ones, and those for values that a
 * document leaves out.
 *
 * A default that comes from a closure is a slot flagged YS_SLOT_PENDING whose
 * value is the closure. core/evaluate/defaults.h calls the closure and replaces
 * the value.
 *
 * All slots that are made are charged (core/tree/charge.h).
 */

#include "core/type/type.h"

/* Whether only the relevant defaults of a map are made. */
static inline bool ys_fill_is_sparse(const ys_space *space,
                                     const ys_map_type *map) {
  return space->sparse && map->may_lack;
}

/* Sets the value of `slot` to a fresh copy of the field's default, owned by the
 * space. The key and neighbours of the slot stay unchanged. */
ys_status ys_fill_default(ys_space *space, const ys_field *field,
                          ys_slot *slot);

/* Copies a default's value. */
ys_status ys_fill_copy(ys_space *space, const ys_slot *value, ys_place place,
                       ys_slot *out);

/* Flags the entries of the maps in a default: what a default writes for a map
 * is not given (ys_slot_is_given), whatever the type of the map, and the
 * entries of maps without alternatives are complete (YS_SLOT_DEFAULT). The
 * items of its arrays are taken or replaced as a whole, so their entries count
 * as given. */
void ys_fill_mark(const ys_field *field, ys_slot *value);

/* Adds the missing entries in the value of `slot`, at every depth. Given
 * entries keep their order, and the added ones follow in the schema's order
 * (reference#completion). The value must have passed the check, except for
 * flagged parts. Choices are left unchanged. */
ys_status ys_fill_missing(ys_space *space, const ys_field *field,
                          ys_slot *slot);

/* Adds the missing entries of one map. If `below` is false, nothing is added
 * inside its other entries. */
ys_status ys_fill_entries(ys_space *space, const ys_field *field, ys_slot *slot,
                          bool below);

/* Adds the relevant defaults of a map, and all below it. Its named entries get
 * the order of the schema. */
ys_status ys_fill_ordered(ys_space *space, const ys_field *field,
                          ys_slot *slot);

/* Completes those parts of `given` that the merge will put where `left` has no
 * map, and new items. So a complete `left` stays complete after the merge
 * (reference#sources-end-complete), at the cost of walking `given` only. */
ys_status ys_fill_given(ys_space *space, const ys_field *field, ys_slot *left,
                        ys_slot *given);
