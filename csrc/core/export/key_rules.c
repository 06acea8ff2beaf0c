/* core/export/key_rules.c - Exports the rules about which keys of a map are
 * given (reference#given-keys). Other programs validate what users write, and
 * that has the keys that they give. */

#include "core/export/rule_export.h"
#include "core/tree/build.h"

/* The most keys of mutually_exclusive that are exported: each pair of them
 * needs a schema of its own. */
#define MOST_EXCLUSIVE 10

/* Notes the names of a rule. `*repeated`: one of them stands there twice. */
static ys_status note_names(const ys_rule_export *s, ys_memo *names,
                            bool *repeated) {
  *repeated = false;
  for (const ys_slot *n = ys_slot_first(s->argument); n != NULL; n = n->next) {
    const ys_key *key;
    bool met;
    YS_TRY(ys_keys_intern(&s->space->keys, YS_STRING, ys_slot_text(n), &key));
    YS_TRY(ys_pairs_meet(&names->pairs, &names->arena, key, NULL, &met));
    *repeated |= met;
  }
  return YS_OK;
}

/* Whether one of the names is that of a key that may also be given under an old
 * name, its own or that of a key below it. */
static ys_status have_old_name(const ys_rule_export *s, const ys_memo *names,
                               bool *out) {
  const ys_map_type *map = s->field->map;
  *out = false;
  for (uint32_t i = 0; i < map->shape->count && !*out; i++) {
    const ys_field *field = &map->fields[i];
    const ys_key *key;
    if (field->renamed == NULL && !field->has_renamed) continue;
    YS_TRY(ys_keys_intern(&s->space->keys, YS_STRING, field->key->text, &key));
    *out = ys_pairs_get(&names->pairs, key, NULL) != NULL;
  }
  return YS_OK;
}

/* Whether `keyword` can express the rule, and is not used yet. */
static ys_status is_sayable(const ys_rule_export *s, const char *keyword,
                            bool *out) {
  ys_memo names;
  ys_status status;
  bool old = false;
  *out = s->field->map != NULL && s->field->choice == NULL &&
         ys_exports_only(s, YS_KINDS(YS_MAP)) &&
         ys_build_find(s->schema, keyword) == NULL;
  if (!*out) return YS_OK;
  ys_memo_init(&names, s->space->arena.memory);
  status = note_names(s, &names, out);
  if (status == YS_OK) status = have_old_name(s, &names, &old);
  ys_memo_release(&names);
  *out = !*out && !old;
  return status;
}

/* Adds a collection that expresses the rule under `keyword`. NULL: none can. */
static ys_status begin(ys_rule_export *s, const char *keyword, ys_kind kind,
                       ys_slot **out) {
  bool sayable;
  *out = NULL;
  YS_TRY(is_sayable(s, keyword, &sayable));
  if (!sayable) return YS_OK;
  s->said = true;
  return ys_build_collection(s->space, s->schema, keyword, kind, out);
}

/* Adds `required` with one key or two. */
static ys_status add_required(const ys_rule_export *s, ys_slot *schema,
                              const ys_slot *first, const ys_slot *second) {
  ys_slot *list;
  YS_TRY(ys_build_collection(s->space, schema, "required", YS_ARRAY, &list));
  YS_TRY(ys_build_item_text(s->space, list, ys_slot_text(first)));
  if (second == NULL) return YS_OK;
  return ys_build_item_text(s->space, list, ys_slot_text(second));
}

static ys_status add_item(const ys_rule_export *s, ys_slot *list,
                          const ys_slot *first, const ys_slot *second) {
  ys_slot *item;
  YS_TRY(ys_build_item_map(s->space, list, &item));
  return add_required(s, item, first, second);
}

/* Adds `not` with one pair of keys, or with any of several pairs. */
static ys_status forbid_pairs(ys_rule_export *s, ys_slot *none) {
  const ys_slot *first = ys_slot_first(s->argument);
  ys_slot *list;
  /* `required` accepts null, which must not be forbidden. */
  if (ys_exports_some(s, YS_KINDS(YS_NULL)))
    YS_TRY(ys_build_text(s->space, none, "type", YS_STR("object")));
  if (ys_slot_size(s->argument) == 2)
    return add_required(s, none, first, first->next);
  YS_TRY(ys_build_collection(s->space, none, "anyOf", YS_ARRAY, &list));
  for (; first != NULL; first = first->next)
    for (const ys_slot *n = first->next; n != NULL; n = n->next)
      YS_TRY(add_item(s, list, first, n));
  return YS_OK;
}

/* Whether the rule holds for all maps, because it names less than two keys.
 * Sets `said`: what is no map is refused, and no keyword is needed if the field
 * has no such values. */
static bool holds_for_maps(const ys_rule_export *s, bool *said) {
  if (ys_slot_size(s->argument) >= 2) return false;
  *said = ys_exports_only(s, YS_KINDS(YS_MAP));
  return true;
}

static ys_status say_single(ys_rule_export *s) {
  ys_slot *none;
  if (holds_for_maps(s, &s->said) || ys_slot_size(s->argument) > MOST_EXCLUSIVE)
    return YS_OK;
  YS_TRY(begin(s, "not", YS_MAP, &none));
  return none == NULL ? YS_OK : forbid_pairs(s, none);
}

/* Adds `anyOf` with all of the keys, and with none of them. */
static ys_status say_together_openly(ys_rule_export *s) {
  const ys_slot *first = ys_slot_first(s->argument);
  ys_slot *list, *item, *keys, *none;
  YS_TRY(begin(s, "anyOf", YS_ARRAY, &list));
  if (list == NULL) return YS_OK;
  YS_TRY(add_item(s, list, first, NULL));
  keys = ys_build_find(ys_slot_first(list), "required");
  for (const ys_slot *n = first->next; n != NULL; n = n->next)
    YS_TRY(ys_build_item_text(s->space, keys, ys_slot_text(n)));
  YS_TRY(ys_build_item_map(s->space, list, &item));
  YS_TRY(ys_build_collection(s->space, item, "not", YS_MAP, &none));
  YS_TRY(ys_build_collection(s->space, none, "anyOf", YS_ARRAY, &list));
  for (const ys_slot *n = first; n != NULL; n = n->next)
    YS_TRY(add_item(s, list, n, NULL));
  return YS_OK;
}

/* Adds for each key that it needs the one after it; the last needs the first.
 */
static ys_status say_together(ys_rule_export *s) {
  const char *const keyword =
      s->dialect == YS_EXPORT_DRAFT_07 ? "dependencies" : "dependentRequired";
  const ys_slot *names = s->argument;
  ys_slot *map, *list;
  if (holds_for_maps(s, &s->said)) return YS_OK;
  if (s->dialect == YS_EXPORT_OPENAPI) return say_together_openly(s);
  YS_TRY(begin(s, keyword, YS_MAP, &map));
  if (map == NULL) return YS_OK;
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
static ys_status say_some(ys_rule_export *s) {
  const ys_slot *n = ys_slot_first(s->argument);
  ys_slot *list;
  if (n == NULL) return YS_OK;
  YS_TRY(begin(s, "anyOf", YS_ARRAY, &list));
  for (; list != NULL && n != NULL; n = n->next)
    YS_TRY(add_item(s, list, n, NULL));
  return YS_OK;
}

ys_status ys_say_given(ys_rule_export *s, const ys_named_rule *named) {
  if (named->given.together) return say_together(s);
  if (!named->given.single) return say_some(s);
  YS_TRY(say_single(s));
  if (!named->given.some || !s->said) return YS_OK;
  s->said = false;
  return say_some(s);
}
