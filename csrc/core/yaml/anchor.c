#include "core/yaml/anchor.h"

typedef struct ys_anchor {
  ys_slot *slot;
  ys_place place;
  bool open;
} ys_anchor;

void ys_anchors_init(ys_anchors *anchors, ys_space *space, size_t text_size) {
  const uint64_t bytes = ((uint64_t)4 << 20) + (uint64_t)text_size * 16;
  *anchors = (ys_anchors){
      .space = space,
      .nodes_left = (uint64_t)space->limits.max_alias_nodes + text_size,
      .bytes = bytes,
      .bytes_left = bytes};
  ys_memo_init(&anchors->named, space->arena.memory);
}

void ys_anchors_forget(ys_anchors *anchors) {
  ys_memo_release(&anchors->named);
}

/* ---- anchors ------------------------------------------------------------- */

/* Names are interned, so they are equal if their addresses are. */
static ys_anchor *find(const ys_anchors *anchors, const ys_key *name) {
  return ys_pairs_get(&anchors->named.pairs, name, NULL);
}

ys_status ys_anchors_add(ys_anchors *anchors, ys_str name, ys_slot *slot,
                         ys_place place, bool open, const ys_key **out) {
  ys_memo *named = &anchors->named;
  ys_anchor *anchor;
  YS_KEEP(anchor, &named->arena, (ys_anchor){slot, place, open});
  YS_TRY(ys_keys_intern(&anchors->space->keys, YS_STRING, name, out));
  return ys_pairs_set(&named->pairs, &named->arena, *out, NULL, anchor);
}

void ys_anchors_close(ys_anchors *anchors, const ys_key *name,
                      const ys_slot *slot) {
  ys_anchor *anchor = find(anchors, name);
  if (anchor->slot == slot) anchor->open = false;
}

/* ---- aliases ------------------------------------------------------------- */

typedef enum cost { AFFORDABLE, TOO_MANY, TOO_LONG, TOO_DEEP } cost;

static bool spend_bytes(ys_anchors *anchors, size_t bytes) {
  if (anchors->bytes_left < bytes) return false;
  anchors->bytes_left -= bytes;
  return true;
}

/* Subtracts the cost of a copy of `slot` from what aliases may still cost.
 * Recursion is bounded by `levels`, the levels of nesting that the limit on
 * depth still allows. */
static cost spend(ys_anchors *anchors, const ys_slot *slot, uint32_t levels) {
  if (anchors->nodes_left-- == 0) {
    anchors->nodes_left = 0;
    return TOO_MANY;
  }
  if (slot->kind == YS_STRING && !spend_bytes(anchors, ys_slot_size(slot)))
    return TOO_LONG;
  if (!ys_is_collection(slot)) return AFFORDABLE;
  if (levels == 0) return TOO_DEEP;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    if (s->key != NULL && !spend_bytes(anchors, s->key->text.len))
      return TOO_LONG;
    const cost result = spend(anchors, s, levels - 1);
    if (result != AFFORDABLE) return result;
  }
  return AFFORDABLE;
}

static ys_status alias_error(ys_anchors *anchors, ys_code code, ys_str name,
                             ys_place at, ys_place by) {
  ys_diag *diag = ys_space_diagnose(anchors->space, code, at, by);
  if (diag == NULL) return YS_NOMEM;
  YS_TRY(ys_arena_str(&anchors->space->arena, name, &diag->args[0]));
  return YS_INVALID;
}

static ys_status copy_value(ys_space *space, const ys_slot *from,
                            ys_slot *slot) {
  ys_slot copy = {0};
  YS_TRY(ys_slot_copy(&space->arena, from, &copy));
  return ys_slot_set_value(&space->arena, slot, &copy);
}

ys_status ys_anchors_alias(ys_anchors *anchors, ys_str name, ys_place place,
                           uint32_t depth, ys_slot *slot, bool *fatal) {
  const ys_limits *limits = &anchors->space->limits;
  const ys_anchor *anchor;
  const ys_key *key;
  slot->flags |= YS_SLOT_INVALID;
  YS_TRY(ys_keys_intern(&anchors->space->keys, YS_STRING, name, &key));
  anchor = find(anchors, key);
  if (anchor == NULL)
    return alias_error(anchors, YS_E_UNKNOWN_ALIAS, name, place, YS_NOWHERE);
  if (anchor->open)
    return alias_error(anchors, YS_E_RECURSIVE_ALIAS, name, place,
                       anchor->place);
  *fatal = true;
  switch (spend(anchors, anchor->slot, limits->max_depth - depth)) {
  case TOO_MANY:
    return ys_space_limit(anchors->space, YS_E_TOO_MANY_ALIASES, place,
                          limits->max_alias_nodes);
  case TOO_LONG:
    return ys_space_limit(anchors->space, YS_E_TOO_LONG_ALIASES, place,
                          anchors->bytes);
  case TOO_DEEP:
    return ys_space_limit(anchors->space, YS_E_TOO_DEEP, place,
                          limits->max_depth);
  case AFFORDABLE: break;
  }
  *fatal = false;
  slot->flags = 0;
  return copy_value(anchors->space, anchor->slot, slot);
}
