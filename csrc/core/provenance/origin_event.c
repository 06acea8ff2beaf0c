#include "core/provenance/origin_event.h"

ys_status ys_origin_event_add(ys_follower *f, ys_origin *origin,
                              ys_action action, ys_place place,
                              const ys_slot *value) {
  ys_origin_event *event = ys_arena_new(&f->space->arena, ys_origin_event);
  if (event == NULL) return YS_NOMEM;
  event->action = action;
  event->place = place;
  event->value = value;
  YS_APPEND(origin->events, origin->last_event, event);
  return YS_OK;
}

void ys_origin_event_set_old_path(const ys_origin *origin,
                                  const ys_slot *given) {
  const ys_annot *renamed = ys_annot_find(given, YS_WORD_RENAMED);
  if (renamed != NULL) origin->last_event->old_path = renamed->text;
}

ys_status ys_origin_event_value(ys_follower *f, const ys_slot *slot,
                                const ys_slot *given, const ys_slot **out) {
  ys_slot *copy;
  *out = given;
  if (!ys_origin_event_is_leaf(slot)) return YS_OK;
  YS_KEEP(copy, &f->space->arena, *slot);
  *out = copy;
  return YS_OK;
}

ys_action ys_origin_event_action(const ys_follower *f, ys_kind kind,
                                 const ys_slot *given) {
  if (!ys_is_collection(given) || given->kind != kind) return YS_DID_SET;
  return kind == YS_MAP || f->look->appends ? YS_DID_MERGE : YS_DID_REPLACE;
}

/* ---- what overlays have noted -------------------------------------------- */

const ys_done *ys_done_with(const ys_follower *f, const ys_slot *slot) {
  return ys_pairs_get(&f->h->done, slot, NULL);
}

bool ys_done_has(const ys_done *done, ys_action action) {
  while (done != NULL && done->action != action)
    done = done->next;
  return done != NULL;
}

/* The annotations of flags are our own, so they are not reported. */
ys_status ys_done_add_events(ys_follower *f, ys_origin *origin,
                             const ys_slot *slot, const ys_done *done) {
  for (; done != NULL; done = done->next) {
    const ys_slot *value = &done->right;
    ys_action action = done->action;
    if (action == YS_DID_MERGE)
      action = ys_origin_event_action(f, (ys_kind)origin->kind, value);
    if (done->next == NULL && slot != NULL && action != YS_DID_REFUSE)
      YS_TRY(ys_origin_event_value(f, slot, value, &value));
    if (action == YS_DID_REMOVE) value = NULL;
    YS_TRY(ys_origin_event_add(f, origin, action, ys_slot_place(&done->right),
                               value));
    if (f->look->step == YS_STEP_OVERLAYS)
      origin->last_event->operation = done->operation;
    origin->last_event->old_path = done->old_path;
  }
  return YS_OK;
}
