#include "core/tree/sensitive.h"

/* Notes one node. */
static ys_status add(ys_space *space, const ys_slot *slot,
                     ys_sensitive_part part) {
  ys_sensitive *sensitive;
  YS_KEEP(sensitive, &space->arena,
          (ys_sensitive){space->sensitives, *slot, part});
  space->sensitives = sensitive;
  return YS_OK;
}

ys_status ys_sensitive_add_place(ys_space *space, ys_place place,
                                 ys_sensitive_part part) {
  ys_slot slot = {0};
  YS_TRY(ys_slot_set_place(&space->arena, &slot, place));
  return add(space, &slot, part);
}

const ys_keys *ys_sensitive_schema_keys(const ys_space *space) {
  const ys_keys *keys = &space->keys;
  while (keys->parent != NULL)
    keys = keys->parent;
  return keys;
}

/* Notes an entry with its key. The place of a default is in the schema, whose
 * keys are shown. */
static ys_status add_entry(ys_space *space, const ys_slot *entry) {
  ys_slot copy = *entry;
  if ((entry->flags & YS_SLOT_DEFAULT) != 0)
    YS_TRY(ys_slot_set_place(&space->arena, &copy, YS_NOWHERE));
  return add(space, &copy, YS_SENSITIVE_ENTRY);
}

/* Recursion is bounded by the parser's limit on depth. */
ys_status ys_sensitive_add_all(ys_space *space, const ys_slot *slot,
                               ys_sensitive_part part) {
  if (!ys_is_collection(slot)) return add(space, slot, part);
  const uint32_t known = ys_sensitive_schema_keys(space)->number;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    if (s->key != NULL && s->key->number >= known) YS_TRY(add_entry(space, s));
    YS_TRY(ys_sensitive_add_all(space, s, part));
  }
  return YS_OK;
}
