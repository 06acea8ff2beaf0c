#pragma once

/*
 * core/tree/given.h - Distinguishes given entries of maps from defaults
 * (reference#given-keys).
 *
 * An entry is given if a document, a table or a flag has it, or something below
 * it. Two flags say that it is not. YS_SLOT_DEFAULT also says that the value is
 * complete, so that filling in defaults skips it. YS_SLOT_UNGIVEN says nothing
 * about that: the value may have alternatives that still complete it.
 */

#include "core/tree/node.h"

static inline bool ys_slot_is_given(const ys_slot *entry) {
  return (entry->flags & (YS_SLOT_DEFAULT | YS_SLOT_UNGIVEN)) == 0;
}

/* Notes that the value of a slot is given now. */
static inline void ys_slot_set_given(ys_slot *slot) {
  slot->flags &= (uint8_t) ~(YS_SLOT_DEFAULT | YS_SLOT_UNGIVEN);
}
