#include "core/tree/build.h"

ys_slot *ys_build_entry(ys_space *space, ys_slot *map, ys_str name) {
  ys_slot *entry = ys_arena_new(&space->arena, ys_slot);
  if (entry == NULL ||
      ys_keys_intern(&space->keys, YS_STRING, name, &entry->key) != YS_OK)
    return NULL;
  ys_slot_append(map, entry);
  return entry;
}

ys_slot *ys_build_keyed(ys_space *space, ys_slot *map, const ys_key *key) {
  if (key->kind != YS_STRING) return ys_build_entry(space, map, key->text);
  ys_slot *entry = ys_arena_new(&space->arena, ys_slot);
  if (entry == NULL) return NULL;
  entry->key = key;
  ys_slot_append(map, entry);
  return entry;
}

ys_slot *ys_build_item(ys_space *space, ys_slot *array) {
  ys_slot *item = ys_arena_new(&space->arena, ys_slot);
  if (item != NULL) ys_slot_append(array, item);
  return item;
}

static ys_status make_collection(ys_space *space, ys_slot *slot, ys_kind kind,
                                 ys_slot **out) {
  if (slot == NULL) return YS_NOMEM;
  *out = slot;
  return ys_slot_make_collection(&space->arena, slot, kind);
}

ys_status ys_build_collection(ys_space *space, ys_slot *map, const char *name,
                              ys_kind kind, ys_slot **out) {
  return make_collection(space, ys_build_entry(space, map, ys_cstr(name)), kind,
                         out);
}

ys_status ys_build_entry_map(ys_space *space, ys_slot *map, ys_str name,
                             ys_slot **out) {
  return make_collection(space, ys_build_entry(space, map, name), YS_MAP, out);
}

ys_status ys_build_keyed_map(ys_space *space, ys_slot *map, const ys_key *key,
                             ys_slot **out) {
  return make_collection(space, ys_build_keyed(space, map, key), YS_MAP, out);
}

ys_status ys_build_item_map(ys_space *space, ys_slot *array, ys_slot **out) {
  return make_collection(space, ys_build_item(space, array), YS_MAP, out);
}

ys_status ys_build_text(ys_space *space, ys_slot *map, const char *name,
                        ys_str text) {
  ys_slot *entry = ys_build_entry(space, map, ys_cstr(name));
  if (entry == NULL) return YS_NOMEM;
  return ys_slot_set_text(&space->arena, entry, text);
}

ys_status ys_build_flag(ys_space *space, ys_slot *map, const char *name,
                        bool flag) {
  ys_slot *entry = ys_build_entry(space, map, ys_cstr(name));
  if (entry == NULL) return YS_NOMEM;
  entry->kind = YS_BOOL;
  entry->u.boolean = flag;
  return YS_OK;
}

/* Copies `value` into a new slot, which keeps its own key. */
static ys_status set_value(ys_space *space, ys_slot *slot,
                           const ys_slot *value) {
  if (slot == NULL) return YS_NOMEM;
  const ys_key *key = slot->key;
  YS_TRY(ys_slot_copy(&space->arena, value, slot));
  slot->key = key;
  return YS_OK;
}

ys_status ys_build_value(ys_space *space, ys_slot *map, const char *name,
                         const ys_slot *value) {
  return set_value(space, ys_build_entry(space, map, ys_cstr(name)), value);
}

ys_status ys_build_item_value(ys_space *space, ys_slot *array,
                              const ys_slot *value) {
  return set_value(space, ys_build_item(space, array), value);
}

ys_status ys_build_item_text(ys_space *space, ys_slot *array, ys_str text) {
  ys_slot *item = ys_build_item(space, array);
  if (item == NULL) return YS_NOMEM;
  return ys_slot_set_text(&space->arena, item, text);
}

ys_slot *ys_build_find(const ys_slot *map, const char *name) {
  const ys_str wanted = ys_cstr(name);
  ys_slot *entry = ys_slot_first(map);
  while (entry != NULL && !ys_str_eq(entry->key->text, wanted))
    entry = entry->next;
  return entry;
}
