#pragma once

/* core/provenance/origin_event.h - Adds events to origins, for
 * core/provenance/follow.c. */

#include "core/provenance/follow.h"

/* One look at the result. */
typedef struct ys_follower {
  ys_space *space;
  ys_provenance *h;
  const ys_look *look;
  ys_pairs said; /* after overlays: what the document gave, by its place */
} ys_follower;

static inline bool ys_origin_event_is_leaf(const ys_slot *slot) {
  return !ys_is_collection(slot) || ys_slot_size(slot) == 0;
}

/* Adds an event to an origin. `value` has to live as long as the space. */
ys_status ys_origin_event_add(ys_follower *f, ys_origin *origin,
                              ys_action action, ys_place place,
                              const ys_slot *value);

/* Records in the last event the other name under which the value was given. */
void ys_origin_event_set_old_path(const ys_origin *origin,
                                  const ys_slot *given);

/* Gives the value that an event shows: of a leaf, the value now; of a
 * collection, what was given. */
ys_status ys_origin_event_value(ys_follower *f, const ys_slot *slot,
                                const ys_slot *given, const ys_slot **out);

/* The effect of a node that is merged in the usual way on the one that it
 * meets, which has this kind. */
ys_action ys_origin_event_action(const ys_follower *f, ys_kind kind,
                                 const ys_slot *given);

/* The notes of overlays on a slot since the last look, or NULL. */
const ys_done *ys_done_with(const ys_follower *f, const ys_slot *slot);

/* Whether this was done, among others. */
bool ys_done_has(const ys_done *done, ys_action action);

/* Adds an event for each. `slot` is the node now; NULL: it was removed. */
ys_status ys_done_add_events(ys_follower *f, ys_origin *origin,
                             const ys_slot *slot, const ys_done *done);
