#include "core/yaml/anchor.h"

struct ys_anchor {
  const ys_key *name; /* interned, so names are equal if their pointers are */
  ys_slot *slot;
  ys_place place;
  uint32_t document;
  bool open;
};

void ys_anchors_init(ys_anchors *anchors, ys_space *space, size_t text_size) {
  const uint64_t bytes = ((uint64_t)4 << 20) + (uint64_t)text_size * 16;
  *anchors = (ys_anchors){
      .space = space,
      .document = 1,
      .nodes_left = (uint64_t)space->limits.max_alias_nodes + text_size,
      .bytes = bytes,
      .bytes_left = bytes};
}

void ys_anchors_release(ys_anchors *anchors) {
  ys_memory_free(anchors->space->arena.memory, anchors->table,
                 anchors->capacity * sizeof *anchors->table);
  anchors->table = NULL;
}

void ys_anchors_forget(ys_anchors *anchors) {
  anchors->document++;
  anchors->count = 0;
}

/* ---- anchors ------------------------------------------------------------- */

/* Returns the entry with this name, or the free entry where it belongs. */
static ys_anchor *find(const ys_anchors *anchors, const ys_key *name) {
  const uint32_t mask = anchors->capacity - 1;
  uint32_t at = name->hash & mask;
  while (anchors->table[at].document == anchors->document &&
         anchors->table[at].name != name)
    at = (at + 1) & mask;
  return &anchors->table[at];
}

static ys_status grow(ys_anchors *anchors) {
  const ys_memory memory = anchors->space->arena.memory;
  const uint32_t old = anchors->capacity;
  ys_anchor *former = anchors->table;
  if (old > UINT32_MAX / 4) return YS_NOMEM;
  const uint32_t capacity = old == 0 ? 32 : old * 2;
  ys_anchor *table = ys_memory_new(memory, capacity * sizeof *table);
  if (table == NULL) return YS_NOMEM;
  memset(table, 0, capacity * sizeof *table);
  anchors->table = table;
  anchors->capacity = capacity;
  for (uint32_t i = 0; i < old; i++)
    if (former[i].document == anchors->document)
      *find(anchors, former[i].name) = former[i];
  ys_memory_free(memory, former, old * sizeof *former);
  return YS_OK;
}

ys_status ys_anchors_add(ys_anchors *anchors, ys_str name, ys_slot *slot,
                         ys_place place, bool open, const ys_key **out) {
  const ys_key *key;
  YS_TRY(ys_keys_intern(&anchors->space->keys, YS_STRING, name, &key));
  if (anchors->count >= anchors->capacity / 2) YS_TRY(grow(anchors));
  ys_anchor *anchor = find(anchors, key);
  if (anchor->document != anchors->document) anchors->count++;
  *anchor = (ys_anchor){key, slot, place, anchors->document, open};
  *out = key;
  return YS_OK;
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
  if (slot->kind == YS_STRING && !spend_bytes(anchors, slot->size))
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
  const ys_slot old = *slot;
  YS_TRY(ys_slot_copy(&space->arena, from, slot));
  slot->key = old.key;
  slot->where = old.where; /* with the annotations */
  slot->source = old.source;
  return YS_OK;
}

ys_status ys_anchors_alias(ys_anchors *anchors, ys_str name, ys_place place,
                           uint32_t depth, ys_slot *slot, bool *fatal) {
  const ys_limits *limits = &anchors->space->limits;
  const ys_anchor *anchor = NULL;
  const ys_key *key;
  slot->flags |= YS_SLOT_INVALID;
  YS_TRY(ys_keys_intern(&anchors->space->keys, YS_STRING, name, &key));
  if (anchors->capacity > 0) anchor = find(anchors, key);
  if (anchor == NULL || anchor->document != anchors->document)
    return alias_error(anchors, YS_E_UNKNOWN_ALIAS, name, place, YS_NOWHERE);
  if (anchor->open)
    return alias_error(anchors, YS_E_RECURSIVE_ALIAS, name, place,
                       anchor->place);
  *fatal = true;
  switch (spend(anchors, anchor->slot, limits->max_depth - depth)) {
  case TOO_MANY:
    YS_TRY(ys_space_limit(anchors->space, YS_E_TOO_MANY_ALIASES, place,
                          limits->max_alias_nodes));
    return YS_INVALID;
  case TOO_LONG:
    YS_TRY(ys_space_limit(anchors->space, YS_E_TOO_LONG_ALIASES, place,
                          anchors->bytes));
    return YS_INVALID;
  case TOO_DEEP:
    YS_TRY(ys_space_limit(anchors->space, YS_E_TOO_DEEP, place,
                          limits->max_depth));
    return YS_INVALID;
  case AFFORDABLE: break;
  }
  *fatal = false;
  slot->flags = 0;
  return copy_value(anchors->space, anchor->slot, slot);
}
