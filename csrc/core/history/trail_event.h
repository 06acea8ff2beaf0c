#ifndef YS_HISTORY_TRAIL_EVENT_H
#define YS_HISTORY_TRAIL_EVENT_H

/* core/history/trail_event.h - Adds events to trails, for
 * core/history/follow.c. */

#include "core/history/follow.h"

/* One look at the result. */
typedef struct ys_follower {
  ys_space *space;
  ys_history *h;
  const ys_look *look;
  ys_pairs said; /* after overlays: what the document gave, by its place */
} ys_follower;

static inline bool ys_trail_event_is_leaf(const ys_slot *slot) {
  return !ys_is_collection(slot) || slot->size == 0;
}

/* Adds an event to a trail. `value` has to live as long as the space. */
ys_status ys_trail_event_add(ys_follower *f, ys_trail *trail, ys_action action,
                             ys_place place, const ys_slot *value);

/* Tells in the last event whether what was given had another name. */
void ys_trail_event_tell_old_path(const ys_trail *trail, const ys_slot *given);

/* Gives what an event tells as its value: that of a leaf now, and of a
 * collection what was given. */
ys_status ys_trail_event_value(ys_follower *f, const ys_slot *slot,
                               const ys_slot *given, const ys_slot **out);

/* What a node that is merged in the usual way does with the one that it meets,
 * which has this kind. */
ys_action ys_trail_event_action(const ys_follower *f, ys_kind kind,
                                const ys_slot *given);

/* What overlays have noted about a slot since the last look, or NULL. */
const ys_done *ys_done_with(const ys_follower *f, const ys_slot *slot);

/* Whether this was done, among others. */
bool ys_done_has(const ys_done *done, ys_action action);

/* Adds an event for each. `slot` is the node now; NULL: it is gone. */
ys_status ys_done_tell(ys_follower *f, ys_trail *trail, const ys_slot *slot,
                       const ys_done *done);

#endif
