/* core/export/given.c - Exports the rules about which keys of a map are given
 * (reference#given-keys). Other programs validate what users write, and that
 * has the keys that they give. */

#include "core/export/speaker.h"
#include "core/tree/build.h"

/* The most keys of mutually_exclusive that are exported: each pair of them
 * needs a schema of its own. */
#define MOST_EXCLUSIVE 10

/* Whether a key may also be given under an old name, its own or that of a key
 * below it. */
static bool has_old_name(const ys_map_type *map, ys_str name) {
  for (uint32_t i = 0; i < map->shape->count; i++) {
    const ys_field *field = &map->fields[i];
    if (ys_str_eq(field->key->text, name))
      return field->renamed != NULL || field->has_renamed;
  }
  return false;
}

static bool is_repeated(const ys_slot *name) {
  const ys_slot *n = name->next;
  while (n != NULL && !ys_str_eq(ys_slot_text(n), ys_slot_text(name)))
    n = n->next;
  return n != NULL;
}

/* Whether `keyword` can express the rule, and is not used yet. */
static bool is_sayable(const ys_speaker *s, const char *keyword) {
  const ys_map_type *map = s->field->map;
  if (map == NULL || s->field->choice != NULL ||
      !ys_speaks_only(s, YS_KINDS(YS_MAP)) ||
      ys_build_find(s->schema, keyword) != NULL)
    return false;
  for (const ys_slot *n = ys_slot_first(s->argument); n != NULL; n = n->next)
    if (is_repeated(n) || has_old_name(map, ys_slot_text(n))) return false;
  return true;
}

/* Adds `required` with one key or two. */
static ys_status add_required(const ys_speaker *s, ys_slot *schema,
                              const ys_slot *first, const ys_slot *second) {
  ys_slot *list;
  YS_TRY(ys_build_collection(s->space, schema, "required", YS_ARRAY, &list));
  YS_TRY(ys_build_item_text(s->space, list, ys_slot_text(first)));
  if (second == NULL) return YS_OK;
  return ys_build_item_text(s->space, list, ys_slot_text(second));
}

static ys_status add_item(const ys_speaker *s, ys_slot *list,
                          const ys_slot *first, const ys_slot *second) {
  ys_slot *item = ys_build_item(s->space, list);
  if (item == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_make_collection(&s->space->arena, item, YS_MAP));
  return add_required(s, item, first, second);
}

/* Adds `not` with one pair of keys, or with any of several pairs. */
static ys_status forbid_pairs(ys_speaker *s, ys_slot *none) {
  const ys_slot *first = ys_slot_first(s->argument);
  ys_slot *list;
  /* `required` accepts null, which must not be forbidden. */
  if (ys_speaks_some(s, YS_KINDS(YS_NULL)))
    YS_TRY(ys_build_text(s->space, none, "type", YS_STR("object")));
  if (s->argument->size == 2) return add_required(s, none, first, first->next);
  YS_TRY(ys_build_collection(s->space, none, "anyOf", YS_ARRAY, &list));
  for (; first != NULL; first = first->next)
    for (const ys_slot *n = first->next; n != NULL; n = n->next)
      YS_TRY(add_item(s, list, first, n));
  return YS_OK;
}

/* Whether the rule holds for all maps, because it names less than two keys.
 * Sets `said`: what is no map is refused, and no keyword is needed if the field
 * has no such values. */
static bool holds_for_maps(const ys_speaker *s, bool *said) {
  if (s->argument->size >= 2) return false;
  *said = ys_speaks_only(s, YS_KINDS(YS_MAP));
  return true;
}

ys_status ys_say_exclusive_keys(ys_speaker *s) {
  ys_slot *none;
  if (holds_for_maps(s, &s->said) || s->argument->size > MOST_EXCLUSIVE ||
      !is_sayable(s, "not"))
    return YS_OK;
  s->said = true;
  YS_TRY(ys_build_collection(s->space, s->schema, "not", YS_MAP, &none));
  return forbid_pairs(s, none);
}

/* Adds `anyOf` with all of the keys, and with none of them. */
static ys_status say_all_or_none_openly(ys_speaker *s) {
  const ys_slot *first = ys_slot_first(s->argument);
  ys_slot *list, *item, *keys, *none;
  if (!is_sayable(s, "anyOf")) return YS_OK;
  s->said = true;
  YS_TRY(ys_build_collection(s->space, s->schema, "anyOf", YS_ARRAY, &list));
  YS_TRY(add_item(s, list, first, NULL));
  keys = ys_build_find(ys_slot_first(list), "required");
  for (const ys_slot *n = first->next; n != NULL; n = n->next)
    YS_TRY(ys_build_item_text(s->space, keys, ys_slot_text(n)));
  item = ys_build_item(s->space, list);
  if (item == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_make_collection(&s->space->arena, item, YS_MAP));
  YS_TRY(ys_build_collection(s->space, item, "not", YS_MAP, &none));
  YS_TRY(ys_build_collection(s->space, none, "anyOf", YS_ARRAY, &list));
  for (const ys_slot *n = first; n != NULL; n = n->next)
    YS_TRY(add_item(s, list, n, NULL));
  return YS_OK;
}

/* Adds for each key that it needs the one after it; the last needs the first.
 */
ys_status ys_say_all_or_none(ys_speaker *s) {
  const char *const keyword =
      s->dialect == YS_DIALECT_DRAFT_07 ? "dependencies" : "dependentRequired";
  const ys_slot *names = s->argument;
  ys_slot *map, *list;
  if (holds_for_maps(s, &s->said)) return YS_OK;
  if (s->dialect == YS_DIALECT_OPENAPI) return say_all_or_none_openly(s);
  if (!is_sayable(s, keyword)) return YS_OK;
  s->said = true;
  YS_TRY(ys_build_collection(s->space, s->schema, keyword, YS_MAP, &map));
  for (const ys_slot *n = ys_slot_first(names); n != NULL; n = n->next) {
    const ys_slot *other = n->next != NULL ? n->next : ys_slot_first(names);
    list = ys_build_entry(s->space, map, ys_slot_text(n));
    if (list == NULL) return YS_NOMEM;
    YS_TRY(ys_slot_make_collection(&s->space->arena, list, YS_ARRAY));
    YS_TRY(ys_build_item_text(s->space, list, ys_slot_text(other)));
  }
  return YS_OK;
}

/* Adds `anyOf` with each of the keys. */
ys_status ys_say_at_least_one(ys_speaker *s) {
  const ys_slot *n = ys_slot_first(s->argument);
  ys_slot *list;
  if (n == NULL || !is_sayable(s, "anyOf")) return YS_OK;
  s->said = true;
  YS_TRY(ys_build_collection(s->space, s->schema, "anyOf", YS_ARRAY, &list));
  for (; n != NULL; n = n->next)
    YS_TRY(add_item(s, list, n, NULL));
  return YS_OK;
}
