#include "core/provenance/children.h"
#include "core/provenance/origin_event.h"

/* Facts about a node from the one above it. */
typedef struct context {
  ys_slot *given;   /* what the document gave for it, or NULL … */
  bool own;         /* … or a copy of the node itself */
  bool whole;       /* all of the collection around it is new … */
  ys_action action; /* … because this was done with it */
} context;

static ys_status look_below(ys_follower *f, ys_origin *origin, ys_slot *slot,
                            const context *c);

/* ---- nodes that leave ---------------------------------------------------- */

/* The node was removed from the result; `place` is where, if nothing else says
 * so. */
static ys_status mark_removed(ys_follower *f, ys_origin *origin,
                              ys_place place) {
  const ys_done *done = ys_done_with(f, origin->slot);
  origin->removed = true;
  YS_TRY(ys_done_add_events(f, origin, NULL, done));
  if (ys_done_has(done, YS_DID_REMOVE)) return YS_OK;
  return ys_origin_event_add(f, origin, YS_DID_REMOVE, place, NULL);
}

/* Removes the nodes below that were not met in this round. */
static ys_status remove_unmet(ys_follower *f, ys_origin *origin, uint32_t round,
                              const ys_slot *slot) {
  for (ys_origin *t = origin->first; t != NULL; t = t->next)
    if (!t->removed && t->round != round)
      YS_TRY(mark_removed(f, t, ys_slot_place(slot)));
  return YS_OK;
}

/* ---- one node ------------------------------------------------------------ */

static ys_status remember(ys_follower *f, ys_origin *origin,
                          const ys_slot *slot) {
  const bool moved = origin->slot != slot;
  origin->slot = slot;
  origin->place = ys_slot_place(slot);
  origin->kind = slot->kind;
  origin->pending = (slot->flags & YS_SLOT_PENDING) != 0;
  if (!moved) return YS_OK;
  return ys_pairs_set(&f->h->items, &f->space->arena, slot, NULL, origin);
}

static ys_action action_of_new(const ys_follower *f, const ys_origin *origin,
                               const ys_slot *slot, const context *c) {
  const bool made = (c->given == NULL || c->own) &&
                    (c->action < YS_DID_SET || c->action == YS_DID_CONVERT);
  if (f->look->step == YS_STEP_DEFAULTS) return YS_DID_DEFAULT;
  if (c->whole && made) return c->action;
  if ((slot->flags & YS_SLOT_DEFAULT) != 0) return YS_DID_FILL;
  if (f->look->step == YS_STEP_COMPLETION) return YS_DID_CONVERT;
  return origin->key == NULL && !c->whole ? YS_DID_APPEND : YS_DID_SET;
}

/* Takes a copy of the node for what was given. */
static ys_status clone(ys_follower *f, const ys_slot *slot, context *c) {
  c->own = true;
  YS_NEW(c->given, &f->space->arena);
  return ys_slot_clone(&f->space->arena, slot, c->given);
}

/* Begins the provenance of a new node, or continues that of a node that was
 * removed. */
static ys_status begin(ys_follower *f, ys_origin *origin, ys_slot *slot,
                       const context *c) {
  const ys_done *done = ys_done_with(f, slot);
  context below = {c->given, c->own, true, action_of_new(f, origin, slot, c)};
  const ys_slot *value;
  origin->removed = false;
  origin->kind = YS_NULL;
  if ((slot->flags & YS_SLOT_PENDING) != 0) return remember(f, origin, slot);
  if (below.given == NULL && !ys_origin_event_is_leaf(slot))
    YS_TRY(clone(f, slot, &below));
  YS_TRY(ys_origin_event_value(f, slot, below.given, &value));
  if ((slot->flags & YS_SLOT_INVALID) != 0) below.action = YS_DID_REFUSE;
  if (done != NULL) {
    YS_TRY(ys_done_add_events(f, origin, slot, done));
  } else {
    YS_TRY(ys_origin_event_add(f, origin, below.action, ys_slot_place(slot),
                               value));
    ys_origin_event_set_old_path(origin, slot);
    if (below.given != NULL) ys_origin_event_set_old_path(origin, below.given);
  }
  YS_TRY(look_below(f, origin, slot, &below));
  return remember(f, origin, slot);
}

/* Adds the origin of a node below `up`. */
static ys_status create(ys_follower *f, ys_origin *up, const ys_key *key,
                        ys_slot *slot, const context *c, ys_origin **out) {
  ys_origin *origin = ys_arena_new(&f->space->arena, ys_origin);
  *out = origin;
  if (origin == NULL) return YS_NOMEM;
  origin->up = up;
  origin->key = key;
  YS_TRY(ys_origin_add_below(f->space, up, origin));
  return begin(f, origin, slot, c);
}

/* The default that a function was to give is not pending any more. It was
 * given, unless a document replaced it before. */
static ys_status settle(ys_follower *f, ys_origin *origin, ys_slot *slot,
                        context *c) {
  const ys_slot *value;
  if (!origin->pending || (slot->flags & YS_SLOT_PENDING) != 0) return YS_OK;
  origin->pending = false;
  if ((slot->flags & YS_SLOT_DEFAULT) == 0 &&
      f->look->step != YS_STEP_COMPLETION)
    return YS_OK;
  if (!ys_origin_event_is_leaf(slot)) YS_TRY(clone(f, slot, c));
  YS_TRY(ys_origin_event_value(f, slot, c->given, &value));
  c->whole = true;
  c->action = YS_DID_COMPUTE;
  origin->kind = slot->kind;
  return ys_origin_event_add(f, origin, YS_DID_COMPUTE, origin->place, value);
}

/* Whether the node was given again, without a note. */
static bool is_said(const ys_follower *f, const ys_origin *origin,
                    const ys_slot *slot, const context *c) {
  const ys_origin_event *last = origin->last_event;
  switch (f->look->step) {
  case YS_STEP_DEFAULTS: return false;
  case YS_STEP_PLAIN: return c->given != NULL && !c->own;
  case YS_STEP_OVERLAYS:
    return !ys_place_is(origin->place, ys_slot_place(slot));
  default:
    return ys_origin_event_is_leaf(slot) &&
           (slot->flags & YS_SLOT_INVALID) == 0 &&
           (last == NULL || last->value == NULL ||
            !ys_slot_equal(last->value, slot));
  }
}

/* Whether a default was filled in again in the place of a given value. */
static bool is_refilled(const ys_origin *origin, const ys_slot *slot,
                        const context *c) {
  return (c->given == NULL || c->own) && slot != origin->slot &&
         (slot->flags & YS_SLOT_DEFAULT) != 0 && origin->last_event != NULL &&
         origin->last_event->action >= YS_DID_SET;
}

/* The node of a document with overlays at the place that a node has now. */
static const ys_slot *said_at(const ys_follower *f, const ys_slot *slot) {
  return ys_pairs_find(&f->said, ys_slot_where(slot), ys_slot_source(slot));
}

static ys_status index_said(ys_follower *f, ys_slot *given) {
  YS_TRY(ys_pairs_note(&f->said, &f->space->arena, ys_slot_where(given),
                       ys_slot_source(given), given));
  if (!ys_is_collection(given)) return YS_OK;
  for (ys_slot *s = ys_slot_first(given); s != NULL; s = s->next)
    YS_TRY(index_said(f, s));
  return YS_OK;
}

/* Adds the event of a node without overlay annotations. */
static ys_status add_plain(ys_follower *f, ys_origin *origin,
                           const ys_slot *slot, context *c) {
  const ys_slot *given = c->given != NULL ? c->given : said_at(f, slot);
  const ys_slot *value = given;
  if (given == NULL) given = slot;
  ys_action action = ys_origin_event_action(f, (ys_kind)origin->kind, given);
  if ((given->flags & YS_SLOT_INVALID) != 0)
    return ys_origin_event_add(f, origin, YS_DID_REFUSE, ys_slot_place(given),
                               value);
  if (f->look->step == YS_STEP_COMPLETION) action = YS_DID_CONVERT;
  YS_TRY(ys_origin_event_value(f, slot, value, &value));
  YS_TRY(ys_origin_event_add(f, origin, action, ys_slot_place(given), value));
  ys_origin_event_set_old_path(origin, given);
  if (action != YS_DID_MERGE) c->whole = true;
  if (action != YS_DID_MERGE) c->action = action;
  return YS_OK;
}

/* Looks at a node that was there before. */
static ys_status look_at(ys_follower *f, ys_origin *origin, ys_slot *slot,
                         const context *above) {
  const ys_done *done = ys_done_with(f, origin->slot);
  context c = *above;
  YS_TRY(settle(f, origin, slot, &c));
  if (done != NULL) {
    YS_TRY(ys_done_add_events(f, origin, slot, done));
    c.whole = c.whole || ys_done_has(done, YS_DID_REPLACE);
    if (c.given == NULL) c.action = YS_DID_REPLACE;
  } else if (is_refilled(origin, slot, &c)) {
    const ys_slot *value;
    if (!ys_origin_event_is_leaf(slot)) YS_TRY(clone(f, slot, &c));
    YS_TRY(ys_origin_event_value(f, slot, c.given, &value));
    YS_TRY(ys_origin_event_add(f, origin, YS_DID_FILL, ys_slot_place(slot),
                               value));
    c.action = YS_DID_FILL;
  } else if (is_said(f, origin, slot, &c) && c.action != YS_DID_COMPUTE) {
    YS_TRY(add_plain(f, origin, slot, &c));
  }
  if (c.given == NULL || (c.given->flags & YS_SLOT_INVALID) == 0)
    YS_TRY(look_below(f, origin, slot, &c));
  return remember(f, origin, slot);
}

/* ---- the entries of a map ------------------------------------------------ */

/* `*out`: the origin of the entry, or NULL; then it is made. */
static ys_status look_at_entry(ys_follower *f, ys_origin *origin,
                               ys_slot *entry, const context *c,
                               ys_origin **out) {
  ys_origin *child = *out;
  if (child == NULL) return create(f, origin, entry->key, entry, c, out);
  if (!child->removed && child->slot != entry &&
      ys_done_has(ys_done_with(f, child->slot), YS_DID_REMOVE))
    YS_TRY(mark_removed(f, child, ys_slot_place(entry)));
  return child->removed ? begin(f, child, entry, c)
                        : look_at(f, child, entry, c);
}

static ys_status look_at_entries(ys_follower *f, ys_origin *origin,
                                 ys_slot *map, const context *c) {
  const uint32_t round = ++f->h->round;
  ys_slot *given =
      c->given != NULL && c->given->kind == YS_MAP ? c->given : NULL;
  const bool is_new = origin->first == NULL;
  for (ys_slot *e = ys_slot_first(map); e != NULL; e = e->next) {
    context below = *c;
    ys_origin *child = is_new ? NULL : ys_origin_entry(f->h, origin, e->key);
    below.given =
        given == NULL ? NULL : ys_map_find(&f->space->arena, given, e->key);
    YS_TRY(look_at_entry(f, origin, e, &below, &child));
    child->round = round;
  }
  return remove_unmet(f, origin, round, map);
}

/* Looks only at the entries that a plain document gave. */
static ys_status look_at_given(ys_follower *f, ys_origin *origin, ys_slot *map,
                               const context *c) {
  for (ys_slot *g = ys_slot_first(c->given); g != NULL; g = g->next) {
    ys_slot *entry = ys_map_find(&f->space->arena, map, g->key);
    const context below = {g, false, false, YS_DID_SET};
    ys_origin *child;
    if (entry == NULL) continue;
    child = ys_origin_entry(f->h, origin, entry->key);
    YS_TRY(look_at_entry(f, origin, entry, &below, &child));
  }
  return YS_OK;
}

/* ---- the items of an array ----------------------------------------------- */

/* Finds the origin of an item. It is known by its slot; the slots of a copy, by
 * their order and their places. */
static ys_origin *find_item(const ys_follower *f, const ys_origin *origin,
                            const ys_slot *item, ys_origin *at,
                            uint32_t round) {
  ys_origin *child = ys_pairs_get(&f->h->items, item, NULL);
  if (child != NULL && child->up == origin && !child->removed &&
      child->round != round)
    return child;
  if (f->look->step != YS_STEP_COMPLETION || at == NULL || at->removed ||
      at->round == round)
    return NULL;
  return ys_place_is(at->place, ys_slot_place(item)) ? at : NULL;
}

static ys_status look_at_items(ys_follower *f, ys_origin *origin,
                               ys_slot *array, const context *c) {
  const uint32_t round = ++f->h->round;
  ys_slot *given = c->given != NULL && c->given->kind == YS_ARRAY
                       ? ys_slot_first(c->given)
                       : NULL;
  ys_origin *at = origin->first, *met = NULL, *last = NULL;
  uint32_t index = 0;
  for (ys_slot *item = ys_slot_first(array); item != NULL; item = item->next) {
    ys_origin *child = find_item(f, origin, item, at, round);
    context below = *c;
    if (at != NULL) at = at->next;
    below.given = NULL;
    if (child != NULL) {
      if (f->look->step != YS_STEP_PLAIN)
        YS_TRY(look_at(f, child, item, &below));
    } else {
      below.given = given;
      if (given != NULL) given = given->next;
      YS_TRY(create(f, origin, NULL, item, &below, &child));
    }
    child->index = index++;
    child->round = round;
    *(met == NULL ? &met : &last->after) = child;
    last = child;
  }
  YS_TRY(remove_unmet(f, origin, round, array));
  ys_origin_reorder(origin, met, last, round);
  return YS_OK;
}

/* ---- all of them --------------------------------------------------------- */

static ys_status look_below(ys_follower *f, ys_origin *origin, ys_slot *slot,
                            const context *c) {
  const bool same = origin->kind == slot->kind;
  const bool only_given = f->look->step == YS_STEP_PLAIN && same && !c->whole &&
                          c->given != NULL && c->given->kind == YS_MAP;
  if (!same) YS_TRY(remove_unmet(f, origin, ++f->h->round, slot));
  if (slot->kind == YS_ARRAY) return look_at_items(f, origin, slot, c);
  if (slot->kind != YS_MAP) return YS_OK;
  return only_given ? look_at_given(f, origin, slot, c)
                    : look_at_entries(f, origin, slot, c);
}

static ys_status bind(ys_follower *f, ys_origin *origin, const ys_slot *slot) {
  ys_origin *at = origin->first, *child;
  origin->slot = slot;
  YS_TRY(ys_pairs_set(&f->h->items, &f->space->arena, slot, NULL, origin));
  if (origin->kind != slot->kind || !ys_is_collection(slot)) return YS_OK;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    child = at;
    if (slot->kind == YS_MAP)
      child = ys_origin_entry(f->h, origin, s->key);
    else if (at == NULL || !ys_place_is(at->place, ys_slot_place(s)))
      return YS_OK;
    else
      at = at->next;
    if (child != NULL) YS_TRY(bind(f, child, s));
  }
  return YS_OK;
}

ys_status ys_provenance_bind(ys_space *space, const ys_slot *root) {
  ys_follower f = {.space = space, .h = ys_provenance_of(space)};
  f.h->bound = true;
  return bind(&f, &f.h->root, root);
}

ys_status ys_provenance_follow(ys_space *space, ys_slot *root,
                               const ys_look *look) {
  ys_follower f = {.space = space, .h = ys_provenance_of(space), .look = look};
  context c = {look->given, false, false, YS_DID_SET};
  ys_origin *origin = &f.h->root;
  if (look->step != YS_STEP_DEFAULTS && !f.h->bound)
    YS_TRY(ys_provenance_bind(space, root));
  if (look->step == YS_STEP_OVERLAYS) {
    YS_TRY(index_said(&f, look->given));
    c.given = NULL;
  }
  YS_TRY(origin->slot == NULL ? begin(&f, origin, root, &c)
                              : look_at(&f, origin, root, &c));
  f.h->done = (ys_pairs){0};
  return YS_OK;
}

ys_status ys_provenance_settled(ys_space *space, ys_slot *slot) {
  const ys_look look = {.step = YS_STEP_COMPLETION};
  ys_follower f = {.space = space, .h = ys_provenance_of(space), .look = &look};
  const context c = {.action = YS_DID_SET};
  ys_origin *origin = ys_pairs_get(&f.h->items, slot, NULL);
  return origin == NULL ? YS_OK : look_at(&f, origin, slot, &c);
}
