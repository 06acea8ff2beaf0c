#include "core/history/trail_event.h"

/* What is known of a node from the one above it. */
typedef struct context {
  ys_slot *given;   /* what the document gave for it, or NULL … */
  bool own;         /* … or a copy of the node itself */
  bool whole;       /* all of the collection around it is new … */
  ys_action action; /* … because this was done with it */
} context;

static ys_status look_below(ys_follower *f, ys_trail *trail, ys_slot *slot,
                            const context *c);

static bool is_same_place(ys_place a, ys_place b) {
  return a.line == b.line && a.column == b.column && a.source == b.source;
}

/* ---- nodes that leave ---------------------------------------------------- */

/* The node is in the result no more; `place` tells why, if nothing else does.
 */
static ys_status leave(ys_follower *f, ys_trail *trail, ys_place place) {
  const ys_done *done = ys_done_with(f, trail->slot);
  trail->gone = true;
  YS_TRY(ys_done_tell(f, trail, NULL, done));
  if (ys_done_has(done, YS_DID_REMOVE)) return YS_OK;
  return ys_trail_event_add(f, trail, YS_DID_REMOVE, place, NULL);
}

/* Those below leave that were not met in this round. */
static ys_status leave_unmet(ys_follower *f, ys_trail *trail, uint32_t round,
                             const ys_slot *slot) {
  for (ys_trail *t = trail->first; t != NULL; t = t->next)
    if (!t->gone && t->round != round) YS_TRY(leave(f, t, ys_slot_place(slot)));
  return YS_OK;
}

/* ---- one node ------------------------------------------------------------ */

static ys_status remember(ys_follower *f, ys_trail *trail,
                          const ys_slot *slot) {
  const bool moved = trail->slot != slot;
  trail->slot = slot;
  trail->place = ys_slot_place(slot);
  trail->kind = slot->kind;
  trail->pending = (slot->flags & YS_SLOT_PENDING) != 0;
  if (!moved) return YS_OK;
  return ys_pairs_set(&f->h->items, &f->space->arena, slot, NULL, trail);
}

static ys_action action_of_new(const ys_follower *f, const ys_trail *trail,
                               const ys_slot *slot, const context *c) {
  const bool made = (c->given == NULL || c->own) &&
                    (c->action < YS_DID_SET || c->action == YS_DID_CONVERT);
  if (f->look->step == YS_STEP_DEFAULTS) return YS_DID_DEFAULT;
  if (c->whole && made) return c->action;
  if ((slot->flags & YS_SLOT_DEFAULT) != 0) return YS_DID_FILL;
  if (f->look->step == YS_STEP_COMPLETION) return YS_DID_CONVERT;
  return trail->key == NULL && !c->whole ? YS_DID_APPEND : YS_DID_SET;
}

/* Takes a copy of the node for what was given. */
static ys_status clone(ys_follower *f, const ys_slot *slot, context *c) {
  c->own = true;
  c->given = ys_arena_new(&f->space->arena, ys_slot);
  if (c->given == NULL) return YS_NOMEM;
  return ys_slot_clone(&f->space->arena, slot, c->given);
}

/* Begins the history of a new node, or goes on with that of one that had left.
 */
static ys_status begin(ys_follower *f, ys_trail *trail, ys_slot *slot,
                       const context *c) {
  const ys_done *done = ys_done_with(f, slot);
  context below = {c->given, c->own, true, action_of_new(f, trail, slot, c)};
  const ys_slot *value;
  trail->gone = false;
  trail->kind = YS_NULL;
  if ((slot->flags & YS_SLOT_PENDING) != 0) return remember(f, trail, slot);
  if (below.given == NULL && !ys_trail_event_is_leaf(slot))
    YS_TRY(clone(f, slot, &below));
  YS_TRY(ys_trail_event_value(f, slot, below.given, &value));
  if ((slot->flags & YS_SLOT_FAULTY) != 0) below.action = YS_DID_REFUSE;
  if (done != NULL) {
    YS_TRY(ys_done_tell(f, trail, slot, done));
  } else {
    YS_TRY(
        ys_trail_event_add(f, trail, below.action, ys_slot_place(slot), value));
    ys_trail_event_tell_old_path(trail, slot);
    if (below.given != NULL) ys_trail_event_tell_old_path(trail, below.given);
  }
  YS_TRY(look_below(f, trail, slot, &below));
  return remember(f, trail, slot);
}

/* Adds the trail of a node below `up`. */
static ys_status create(ys_follower *f, ys_trail *up, const ys_key *key,
                        ys_slot *slot, const context *c, ys_trail **out) {
  ys_arena *arena = &f->space->arena;
  ys_trail *trail = ys_arena_new(arena, ys_trail);
  *out = trail;
  if (trail == NULL) return YS_NOMEM;
  trail->up = up;
  trail->key = key;
  *(up->first == NULL ? &up->first : &up->last->next) = trail;
  up->last = trail;
  if (key != NULL) YS_TRY(ys_pairs_set(&f->h->entries, arena, up, key, trail));
  return begin(f, trail, slot, c);
}

/* The default that a function was to give is not pending any more. It was
 * given, unless a document replaced it before. */
static ys_status settle(ys_follower *f, ys_trail *trail, ys_slot *slot,
                        context *c) {
  const ys_slot *value;
  if (!trail->pending || (slot->flags & YS_SLOT_PENDING) != 0) return YS_OK;
  trail->pending = false;
  if ((slot->flags & YS_SLOT_DEFAULT) == 0 &&
      f->look->step != YS_STEP_COMPLETION)
    return YS_OK;
  if (!ys_trail_event_is_leaf(slot)) YS_TRY(clone(f, slot, c));
  YS_TRY(ys_trail_event_value(f, slot, c->given, &value));
  c->whole = true;
  c->action = YS_DID_COMPUTE;
  trail->kind = slot->kind;
  return ys_trail_event_add(f, trail, YS_DID_COMPUTE, trail->place, value);
}

/* Whether the node was given again, without a note. */
static bool is_said(const ys_follower *f, const ys_trail *trail,
                    const ys_slot *slot, const context *c) {
  const ys_trail_event *last = trail->last_event;
  switch (f->look->step) {
  case YS_STEP_DEFAULTS: return false;
  case YS_STEP_PLAIN: return c->given != NULL && !c->own;
  case YS_STEP_OVERLAYS:
    return !is_same_place(trail->place, ys_slot_place(slot));
  default:
    return ys_trail_event_is_leaf(slot) &&
           (slot->flags & YS_SLOT_FAULTY) == 0 &&
           (last == NULL || last->value == NULL ||
            !ys_slot_equal(last->value, slot));
  }
}

/* Whether a default has come back in the place of what had been given. */
static bool is_refilled(const ys_trail *trail, const ys_slot *slot,
                        const context *c) {
  return (c->given == NULL || c->own) && slot != trail->slot &&
         (slot->flags & YS_SLOT_DEFAULT) != 0 && trail->last_event != NULL &&
         trail->last_event->action >= YS_DID_SET;
}

/* What stood in a document with overlays at the place that a node has now. */
static const void *place_key(const ys_slot *slot) {
  return (const void *)(uintptr_t)ys_slot_where(slot);
}

static const ys_slot *said_at(const ys_follower *f, const ys_slot *slot) {
  return ys_pairs_get(&f->said, place_key(slot),
                      (const void *)(uintptr_t)slot->source);
}

static ys_status index_said(ys_follower *f, ys_slot *given) {
  YS_TRY(ys_pairs_set(&f->said, &f->space->arena, place_key(given),
                      (const void *)(uintptr_t)given->source, given));
  if (!ys_is_collection(given)) return YS_OK;
  for (ys_slot *s = ys_slot_first(given); s != NULL; s = s->next)
    YS_TRY(index_said(f, s));
  return YS_OK;
}

/* Tells what a node said that has no overlay annotation. */
static ys_status tell_plain(ys_follower *f, ys_trail *trail,
                            const ys_slot *slot, context *c) {
  const ys_slot *given = c->given != NULL ? c->given : said_at(f, slot);
  const ys_slot *value = given;
  if (given == NULL) given = slot;
  ys_action action = ys_trail_event_action(f, (ys_kind)trail->kind, given);
  if ((given->flags & YS_SLOT_FAULTY) != 0)
    return ys_trail_event_add(f, trail, YS_DID_REFUSE, ys_slot_place(given),
                              value);
  if (f->look->step == YS_STEP_COMPLETION) action = YS_DID_CONVERT;
  YS_TRY(ys_trail_event_value(f, slot, value, &value));
  YS_TRY(ys_trail_event_add(f, trail, action, ys_slot_place(given), value));
  ys_trail_event_tell_old_path(trail, given);
  if (action != YS_DID_MERGE) c->whole = true;
  if (action != YS_DID_MERGE) c->action = action;
  return YS_OK;
}

/* Looks at a node that was there before. */
static ys_status look_at(ys_follower *f, ys_trail *trail, ys_slot *slot,
                         const context *above) {
  const ys_done *done = ys_done_with(f, trail->slot);
  context c = *above;
  YS_TRY(settle(f, trail, slot, &c));
  if (done != NULL) {
    YS_TRY(ys_done_tell(f, trail, slot, done));
    c.whole = c.whole || ys_done_has(done, YS_DID_REPLACE);
    if (c.given == NULL) c.action = YS_DID_REPLACE;
  } else if (is_refilled(trail, slot, &c)) {
    const ys_slot *value;
    if (!ys_trail_event_is_leaf(slot)) YS_TRY(clone(f, slot, &c));
    YS_TRY(ys_trail_event_value(f, slot, c.given, &value));
    YS_TRY(
        ys_trail_event_add(f, trail, YS_DID_FILL, ys_slot_place(slot), value));
    c.action = YS_DID_FILL;
  } else if (is_said(f, trail, slot, &c) && c.action != YS_DID_COMPUTE) {
    YS_TRY(tell_plain(f, trail, slot, &c));
  }
  if (c.given == NULL || (c.given->flags & YS_SLOT_FAULTY) == 0)
    YS_TRY(look_below(f, trail, slot, &c));
  return remember(f, trail, slot);
}

/* ---- the entries of a map ------------------------------------------------ */

static ys_status look_at_entry(ys_follower *f, ys_trail *trail, ys_slot *entry,
                               const context *c, ys_trail **out) {
  ys_trail *child = ys_pairs_get(&f->h->entries, trail, entry->key);
  *out = child;
  if (child == NULL) return create(f, trail, entry->key, entry, c, out);
  if (!child->gone && child->slot != entry &&
      ys_done_has(ys_done_with(f, child->slot), YS_DID_REMOVE))
    YS_TRY(leave(f, child, ys_slot_place(entry)));
  return child->gone ? begin(f, child, entry, c) : look_at(f, child, entry, c);
}

static ys_status look_at_entries(ys_follower *f, ys_trail *trail, ys_slot *map,
                                 const context *c) {
  const uint32_t round = ++f->h->round;
  ys_slot *given =
      c->given != NULL && c->given->kind == YS_MAP ? c->given : NULL;
  for (ys_slot *e = ys_slot_first(map); e != NULL; e = e->next) {
    context below = *c;
    ys_trail *child;
    below.given =
        given == NULL ? NULL : ys_map_find(&f->space->arena, given, e->key);
    YS_TRY(look_at_entry(f, trail, e, &below, &child));
    child->round = round;
  }
  return leave_unmet(f, trail, round, map);
}

/* Looks only at the entries that a plain document gave. */
static ys_status look_at_given(ys_follower *f, ys_trail *trail, ys_slot *map,
                               const context *c) {
  for (ys_slot *g = ys_slot_first(c->given); g != NULL; g = g->next) {
    ys_slot *entry = ys_map_find(&f->space->arena, map, g->key);
    const context below = {g, false, false, YS_DID_SET};
    ys_trail *child;
    if (entry != NULL) YS_TRY(look_at_entry(f, trail, entry, &below, &child));
  }
  return YS_OK;
}

/* ---- the items of an array ----------------------------------------------- */

/* Finds the trail of an item. It is known by its slot; the slots of a copy, by
 * their order and their places. */
static ys_trail *find_item(const ys_follower *f, const ys_trail *trail,
                           const ys_slot *item, ys_trail *at, uint32_t round) {
  ys_trail *child = ys_pairs_get(&f->h->items, item, NULL);
  if (child != NULL && child->up == trail && !child->gone &&
      child->round != round)
    return child;
  if (f->look->step != YS_STEP_COMPLETION || at == NULL || at->gone ||
      at->round == round)
    return NULL;
  return is_same_place(at->place, ys_slot_place(item)) ? at : NULL;
}

/* Puts those that were met into the order in which they were met, and the
 * others behind them. */
static void reorder(ys_trail *trail, ys_trail *met, ys_trail *last_met,
                    uint32_t round) {
  ys_trail **end = met == NULL ? &met : &last_met->after;
  ys_trail *last = last_met;
  for (ys_trail *t = trail->first; t != NULL; t = t->next) {
    if (t->round == round) continue;
    *end = last = t;
    end = &t->after;
  }
  *end = NULL;
  for (ys_trail *t = met; t != NULL; t = t->after)
    t->next = t->after;
  trail->first = met;
  trail->last = last;
}

static ys_status look_at_items(ys_follower *f, ys_trail *trail, ys_slot *array,
                               const context *c) {
  const uint32_t round = ++f->h->round;
  ys_slot *given = c->given != NULL && c->given->kind == YS_ARRAY
                       ? ys_slot_first(c->given)
                       : NULL;
  ys_trail *at = trail->first, *met = NULL, *last = NULL;
  uint32_t index = 0;
  for (ys_slot *item = ys_slot_first(array); item != NULL; item = item->next) {
    ys_trail *child = find_item(f, trail, item, at, round);
    context below = *c;
    if (at != NULL) at = at->next;
    below.given = NULL;
    if (child != NULL) {
      if (f->look->step != YS_STEP_PLAIN)
        YS_TRY(look_at(f, child, item, &below));
    } else {
      below.given = given;
      if (given != NULL) given = given->next;
      YS_TRY(create(f, trail, NULL, item, &below, &child));
    }
    child->index = index++;
    child->round = round;
    *(met == NULL ? &met : &last->after) = child;
    last = child;
  }
  YS_TRY(leave_unmet(f, trail, round, array));
  reorder(trail, met, last, round);
  return YS_OK;
}

/* ---- all of them --------------------------------------------------------- */

static ys_status look_below(ys_follower *f, ys_trail *trail, ys_slot *slot,
                            const context *c) {
  const bool same = trail->kind == slot->kind;
  const bool only_given = f->look->step == YS_STEP_PLAIN && same && !c->whole &&
                          c->given != NULL && c->given->kind == YS_MAP;
  if (!same) YS_TRY(leave_unmet(f, trail, ++f->h->round, slot));
  if (slot->kind == YS_ARRAY) return look_at_items(f, trail, slot, c);
  if (slot->kind != YS_MAP) return YS_OK;
  return only_given ? look_at_given(f, trail, slot, c)
                    : look_at_entries(f, trail, slot, c);
}

static ys_status bind(ys_follower *f, ys_trail *trail, const ys_slot *slot) {
  ys_trail *at = trail->first, *child;
  trail->slot = slot;
  YS_TRY(ys_pairs_set(&f->h->items, &f->space->arena, slot, NULL, trail));
  if (trail->kind != slot->kind || !ys_is_collection(slot)) return YS_OK;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    child = at;
    if (slot->kind == YS_MAP)
      child = ys_pairs_get(&f->h->entries, trail, s->key);
    else if (at == NULL || !is_same_place(at->place, ys_slot_place(s)))
      return YS_OK;
    else
      at = at->next;
    if (child != NULL) YS_TRY(bind(f, child, s));
  }
  return YS_OK;
}

ys_status ys_history_bind(ys_space *space, const ys_slot *root) {
  ys_follower f = {.space = space, .h = space->history};
  f.h->bound = true;
  return bind(&f, &f.h->root, root);
}

ys_status ys_history_follow(ys_space *space, ys_slot *root,
                            const ys_look *look) {
  ys_follower f = {.space = space, .h = space->history, .look = look};
  context c = {look->given, false, false, YS_DID_SET};
  ys_trail *trail = &f.h->root;
  if (look->step != YS_STEP_DEFAULTS && !f.h->bound)
    YS_TRY(ys_history_bind(space, root));
  if (look->step == YS_STEP_OVERLAYS) {
    YS_TRY(index_said(&f, look->given));
    c.given = NULL;
  }
  YS_TRY(trail->slot == NULL ? begin(&f, trail, root, &c)
                             : look_at(&f, trail, root, &c));
  f.h->done = (ys_pairs){0};
  return YS_OK;
}

ys_status ys_history_settled(ys_space *space, ys_slot *slot) {
  const ys_look look = {.step = YS_STEP_COMPLETION};
  ys_follower f = {.space = space, .h = space->history, .look = &look};
  const context c = {.action = YS_DID_SET};
  ys_trail *trail = ys_pairs_get(&f.h->items, slot, NULL);
  return trail == NULL ? YS_OK : look_at(&f, trail, slot, &c);
}
