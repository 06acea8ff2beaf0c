#include "core/evaluate/relocate.h"

#include <string.h>

#include "core/tree/gap.h"

/* The child with a key, if a document gives it. */
static const ys_slot *child_of(const ys_space *space, const ys_slot *slot,
                               const ys_key *key) {
  if (slot == NULL || slot->kind != YS_MAP) return NULL;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    if (s->key == key) return ys_gap_is_given(space, s) ? s : NULL;
  return NULL;
}

ys_status ys_diag_relocate(ys_space *space, const ys_typed *value, ys_str keys,
                           ys_diag *diag) {
  ys_arena *arena = ys_space_records(space);
  const ys_path *path = &value->path;
  const ys_slot *slot = value->slot, *last = slot;
  if (value->field->has_sensitive) return YS_OK;
  while (keys.len > 0) {
    const ys_str text = {keys.ptr, strlen(keys.ptr)};
    ys_path *below = ys_arena_new(arena, ys_path);
    if (below == NULL) return YS_NOMEM;
    YS_TRY(ys_keys_intern(&space->keys, YS_STRING, text, &below->key));
    below->up = path;
    path = below;
    slot = child_of(space, slot, below->key);
    if (slot != NULL) last = slot;
    keys = (ys_str){keys.ptr + text.len + 1, keys.len - text.len - 1};
  }
  diag->at = ys_slot_place(last);
  diag->last = ys_slot_last_line(last);
  return ys_path_text(arena, path, &diag->path);
}
