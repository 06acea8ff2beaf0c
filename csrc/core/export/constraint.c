#include "core/export/constraint.h"

#include "core/export/portable_pattern.h"
#include "core/export/reference_words.h"
#include "core/export/rule_export.h"
#include "core/tree/build.h"
#include "core/tree/seen.h"
#include "core/type/choice.h"

/* ---- keywords ------------------------------------------------------------ */

static ys_str argument_text(const ys_rule_export *s) {
  return s->argument->kind == YS_STRING ? ys_slot_text(s->argument)
                                        : (ys_str){0};
}

/* Adds a keyword, unless it is there already. */
static ys_status say_text(ys_rule_export *s, const char *name, ys_str text,
                          bool wholly) {
  if (ys_build_find(s->schema, name) != NULL) return YS_OK;
  s->said = wholly;
  return ys_build_text(s->space, s->schema, name, text);
}

/* ---- lengths ------------------------------------------------------------- */

/* Reads the argument of a length as the rule does: fractions are cut off. */
static bool length_wanted(const ys_slot *argument, int64_t *out) {
  const double most = 9007199254740992.0; /* beyond this, doubles have gaps */
  if (argument->kind == YS_FLOAT) {
    if (!(argument->u.number >= 0 && argument->u.number <= most)) return false;
    *out = (int64_t)argument->u.number;
    return true;
  }
  *out = argument->u.integer;
  return argument->kind == YS_INT &&
         (argument->flags & YS_SLOT_UNSIGNED) == 0 && *out >= 0;
}

/* Whether a map can have other keys than its named fields. Without them, the
 * final map always has all of its keys. */
static bool has_free_keys(const ys_rule_export *s) {
  const ys_map_type *map = ys_view_map(s->field);
  return ys_exports_some(s, YS_KINDS(YS_MAP)) &&
         (map == NULL || (map->open_count > 0 && map->shape->count == 0));
}

/* Whether the default of a map adds keys to every given map. */
static bool has_default_keys(const ys_rule_export *s) {
  const ys_slot *value = s->field->default_value;
  return s->field->default_closure != 0 ||
         (value != NULL && value->kind == YS_MAP && ys_slot_size(value) > 0);
}

/* Adds the keyword for values of a kind, if the rule has one and the field such
 * values. */
static ys_status say_length_of(ys_rule_export *s, ys_kind kind, bool least,
                               const char *keyword, int64_t length) {
  if (keyword == NULL || !ys_exports_some(s, YS_KINDS(kind))) return YS_OK;
  return least ? ys_say_minimum(s, keyword, length)
               : ys_say_maximum(s, keyword, length);
}

static ys_status say_length(ys_rule_export *s, const ys_named_rule *named) {
  const bool least = named->stricter == YS_STRICTER_GREATER;
  const bool keys = has_free_keys(s) && !(least && has_default_keys(s));
  const char *const *names = named->keywords;
  int64_t length;
  if (!length_wanted(s->argument, &length)) return YS_OK;
  YS_TRY(say_length_of(s, YS_STRING, least, names[0], length));
  YS_TRY(say_length_of(s, YS_ARRAY, least, names[1], length));
  if (keys) YS_TRY(say_length_of(s, YS_MAP, least, names[2], length));
  s->said = !named->bytes && ys_exports_only(s, named->suits) &&
            (keys || !ys_exports_some(s, YS_KINDS(YS_MAP)));
  return YS_OK;
}

/* ---- one_of -------------------------------------------------------------- */

/* Whether a value contains no maps. Maps are compared after their defaults are
 * added, which other validators do not do. */
static bool is_flat(const ys_slot *value) {
  if (value->kind == YS_MAP) return false;
  if (value->kind != YS_ARRAY) return true;
  for (const ys_slot *item = ys_slot_first(value); item; item = item->next)
    if (!is_flat(item)) return false;
  return true;
}

/* Adds values to `enum`. JSON Schema requires that they differ from each other.
 */
static ys_status add_allowed(ys_rule_export *s, const ys_slot *allowed,
                             ys_slot *list, ys_seen *seen, bool *null) {
  for (; allowed != NULL; allowed = allowed->next) {
    if (allowed->key != NULL) {
      YS_TRY(ys_build_item_text(s->space, list, allowed->key->text));
      continue;
    }
    *null |= allowed->kind == YS_NULL;
    if (ys_seen_meet(seen, allowed, 0) == NULL)
      YS_TRY(ys_build_item_value(s->space, list, allowed));
  }
  return YS_OK;
}

static ys_status say_allowed(ys_rule_export *s, const ys_slot *allowed,
                             bool *null) {
  ys_slot *list;
  ys_seen seen;
  ys_status status;
  YS_TRY(ys_build_collection(s->space, s->schema, "enum", YS_ARRAY, &list));
  YS_TRY(ys_seen_open(&seen, s->space->arena.memory, ys_slot_size(s->argument),
                      ys_hash_seed(s->argument) | 1));
  status = add_allowed(s, allowed, list, &seen, null);
  ys_seen_close(&seen);
  YS_TRY(status);
  /* Rules do not apply to null, so null must be allowed. */
  if (ys_exports_some(s, YS_KINDS(YS_NULL)) && !*null &&
      ys_build_item(s->space, list) == NULL)
    return YS_NOMEM;
  s->said = true;
  return YS_OK;
}

/* Exports one_of. If its argument is a dict, the keys are the allowed values.
 */
static ys_status say_one_of(ys_rule_export *s) {
  const ys_slot *argument = s->argument;
  bool null = false;
  if (!ys_is_collection(argument) || ys_slot_first(argument) == NULL ||
      ys_build_find(s->schema, "enum") != NULL)
    return YS_OK;
  if (argument->kind == YS_ARRAY &&
      !(is_flat(argument) && ys_view_is_json(argument)))
    return YS_OK;
  return say_allowed(s, ys_slot_first(argument), &null);
}

/* ---- regexp, starts_with, ends_with -------------------------------------- */

static ys_status say_pattern(ys_rule_export *s) {
  const ys_str pattern = argument_text(s);
  if (s->argument->kind != YS_STRING ||
      !ys_exports_some(s, YS_KINDS(YS_STRING)) || !ys_portable_pattern(pattern))
    return YS_OK;
  return say_text(s, "pattern", pattern,
                  ys_exports_only(s, YS_KINDS(YS_STRING)));
}

static ys_status say_affix(ys_rule_export *s, const char *const *around) {
  ys_arena *arena = &s->space->arena;
  ys_str pattern;
  if (s->argument->kind != YS_STRING ||
      !ys_exports_some(s, YS_KINDS(YS_STRING)))
    return YS_OK;
  ys_buf buf = ys_buf_of(arena->memory);
  ys_buf_cstr(&buf, around[0]);
  ys_portable_quote(&buf, argument_text(s));
  ys_buf_cstr(&buf, around[1]);
  YS_TRY(ys_buf_keep(&buf, arena, &pattern));
  return say_text(s, "pattern", pattern,
                  ys_exports_only(s, YS_KINDS(YS_STRING)));
}

/* ---- format -------------------------------------------------------------- */

/* Whether a format has the same meaning in JSON Schema. */
static bool is_shared_format(ys_str name) {
  static const char *const names[] = {"date-time", "time", "date",
                                      "email",     "ipv4", "ipv6",
                                      "hostname",  "uri",  "uri-reference"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (ys_str_eq(name, ys_cstr(names[i]))) return true;
  return false;
}

static ys_status say_any_ip(ys_rule_export *s) {
  static const char *const names[] = {"ipv4", "ipv6"};
  ys_slot *list, *item;
  if (ys_build_find(s->schema, "anyOf") != NULL) return YS_OK;
  YS_TRY(ys_build_collection(s->space, s->schema, "anyOf", YS_ARRAY, &list));
  for (size_t i = 0; i < 2; i++) {
    YS_TRY(ys_build_item_map(s->space, list, &item));
    YS_TRY(ys_build_text(s->space, item, "format", ys_cstr(names[i])));
  }
  s->said = ys_exports_only(s, YS_KINDS(YS_STRING));
  return YS_OK;
}

/* Exports a format. `duration` has another meaning in JSON Schema. */
static ys_status say_format(ys_rule_export *s) {
  const ys_str name = argument_text(s);
  const bool text = ys_exports_some(s, YS_KINDS(YS_STRING));
  if (ys_str_eq(name, YS_STR("port")) && ys_exports_only(s, YS_KINDS_NUMBER)) {
    s->said = true;
    return ys_say_range(s, 0, 65535);
  }
  if (ys_str_eq(name, YS_STR("ip")) && text) return say_any_ip(s);
  if (ys_str_eq(name, YS_STR("percent")) && text)
    return say_text(s, "pattern", YS_STR("^[0-9]+%$"),
                    ys_exports_only(s, YS_KINDS(YS_STRING)));
  if (ys_str_eq(name, YS_STR("uuid")) && text) /* draft 7 has no such format */
    return say_text(
        s, "pattern",
        YS_STR("^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"),
        ys_exports_only(s, YS_KINDS(YS_STRING)));
  if (!text || !is_shared_format(name)) return YS_OK;
  return say_text(s, "format", name, ys_exports_only(s, YS_KINDS(YS_STRING)));
}

/* ---- unique -------------------------------------------------------------- */

static ys_status say_unique(ys_rule_export *s) {
  if (s->argument->kind != YS_BOOL || !ys_exports_some(s, YS_KINDS(YS_ARRAY)))
    return YS_OK;
  s->said = !s->argument->u.boolean || ys_exports_only(s, YS_KINDS(YS_ARRAY));
  if (!s->argument->u.boolean ||
      ys_build_find(s->schema, "uniqueItems") != NULL)
    return YS_OK;
  return ys_build_flag(s->space, s->schema, "uniqueItems", true);
}

/* ---- number of keys ------------------------------------------------------ */

/* The number of keys by name, new or old, that a map may have. */
static uint32_t named_count(const ys_map_type *map) {
  const ys_renamed *r;
  uint32_t count = 0;
  for (uint32_t i = 0; i < map->shape->count; i++)
    count += !ys_is_removed(&map->fields[i]);
  for (r = ys_view_old_names(map); r != NULL; r = ys_view_next_old_name(r))
    count++;
  return count;
}

static bool range_of(const ys_open *open, uint64_t *least, uint64_t *most) {
  const ys_count *count = open->field->count;
  *least = 0;
  *most = UINT64_MAX;
  return count == NULL || ys_expect_range(&count->expect, least, most);
}

static uint64_t add_up(uint64_t a, uint64_t b) {
  return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* Adds bounds for the number of all keys together. This is complete only if the
 * map has a single kind of keys. */
static ys_status say_counts(ys_rule_export *s, ys_slot *losses) {
  const ys_map_type *map = ys_view_map(s->field);
  uint64_t least = 0, most, from, to;
  if (map == NULL || map->counted_count == 0) return YS_OK;
  most = named_count(map);
  s->said = map->open_count == 1 && most == 0 && !has_default_keys(s);
  for (uint32_t i = 0; i < map->open_count; i++) {
    s->said &= range_of(&map->open[i], &from, &to);
    least = add_up(least, from);
    most = add_up(most, to);
  }
  if (least > 0 && least <= INT64_MAX && !has_default_keys(s))
    YS_TRY(ys_say_minimum(s, "minProperties", (int64_t)least));
  if (most <= INT64_MAX)
    YS_TRY(ys_say_maximum(s, "maxProperties", (int64_t)most));
  for (uint32_t i = 0; i < map->counted_count && !s->said; i++)
    YS_TRY(ys_build_item_text(s->space, losses, map->counted[i]->count->words));
  return YS_OK;
}

/* ---- alternatives -------------------------------------------------------- */

/* Lists what the keyword for the alternatives does not express. */
static ys_status say_choice(ys_rule_export *s, ys_slot *losses) {
  bool wholly;
  ys_str text;
  if (ys_view_choice(s->field, &wholly) == NULL || wholly) return YS_OK;
  YS_TRY(ys_choice_expected(&s->space->arena, s->field->choice, &text));
  return ys_build_item_text(s->space, losses, text);
}

/* Adds the only value that the key of an alternative may have. */
static ys_status say_selects(const ys_rule_export *s) {
  const ys_slot *selects = ys_view_selects(s->field);
  ys_slot *list;
  if (selects == NULL || ys_build_find(s->schema, "enum") != NULL) return YS_OK;
  YS_TRY(ys_build_collection(s->space, s->schema, "enum", YS_ARRAY, &list));
  return ys_build_item_value(s->space, list, selects);
}

/* ---- a field's rules ----------------------------------------------------- */

static ys_status say(ys_rule_export *s, const ys_named_rule *named) {
  if (named->subject == YS_ABOUT_LENGTH) return say_length(s, named);
  if (named->stricter == YS_STRICTER_MULTIPLE) return ys_say_multiple(s);
  if (named->subject == YS_ABOUT_NUMBER) return ys_say_bound(s, named);
  if (named->subject == YS_ABOUT_GIVEN_KEYS) return ys_say_given(s, named);
  if (named->pattern[0] != NULL) return say_affix(s, named->pattern);
  switch (named->word) {
  case YS_RULE_ONE_OF: return say_one_of(s);
  case YS_RULE_REGEXP: return say_pattern(s);
  case YS_RULE_FORMAT: return say_format(s);
  case YS_RULE_UNIQUE: return say_unique(s);
  case YS_RULE_JSON_SCHEMA: return ys_embed_say(s);
  default: return YS_OK;
  }
}

/* Makes a text such as "length >= 1", or "length >= 1, when lambda v: ...". */
static ys_status add_loss(ys_space *space, const ys_rule_fact *rule,
                          ys_slot *losses) {
  ys_str text = rule->must_be;
  if (rule->conditional)
    YS_TRY(ys_str_fill(&space->arena, "%s, when %s",
                       YS_WORDS(rule->must_be, rule->when), &text));
  return ys_build_item_text(space, losses, text);
}

/* The rules of a field; of a copy, without those of its definition. */
static ys_rule_walk own_rules(const ys_field *field, bool is_copy) {
  ys_rule_walk walk = ys_view_rules(field);
  const ys_validation *below = is_copy ? field->like->field->validations : NULL;
  for (; below != NULL; below = below->next)
    walk.validation = walk.validation->next;
  walk.implied_done = is_copy;
  return walk;
}

ys_status ys_constraint_add(ys_space *space, const ys_field *field,
                            ys_export_dialect dialect, ys_embedded *embedded,
                            ys_slot *schema, ys_slot *losses) {
  ys_rule_export s = {.space = space,
                      .dialect = dialect,
                      .embedded = embedded,
                      .field = field,
                      .kinds = ys_view_final_kinds(field),
                      .schema = schema};
  const bool is_copy = ys_reference_of(field) != NULL;
  ys_rule_walk walk = own_rules(field, is_copy);
  ys_rule_fact rule;
  while (ys_view_next_rule(&walk, &rule)) {
    s.argument = rule.argument;
    s.said = rule.named != NULL && rule.named->word == YS_RULE_NOT_NULL &&
             !rule.conditional;
    if (!rule.conditional && rule.argument != NULL && rule.named != NULL)
      YS_TRY(say(&s, rule.named));
    if (!s.said) YS_TRY(add_loss(space, &rule, losses));
  }
  YS_TRY(say_selects(&s));
  YS_TRY(ys_reference_words(space, field, is_copy ? field->like->field : NULL,
                            losses));
  if (is_copy) return YS_OK; /* the definition says the rest */
  YS_TRY(say_counts(&s, losses));
  return say_choice(&s, losses);
}

/* ---- required keys ------------------------------------------------------- */

ys_status ys_required_add(const ys_references *references,
                          const ys_map_type *map, ys_slot *schema) {
  ys_space *space = references->space;
  ys_slot *list = NULL;
  for (uint32_t i = 0; i < map->shape->count; i++) {
    const ys_field *field = &map->fields[i];
    bool lacks = false;
    if (ys_reference_is_plain(references))
      YS_TRY(ys_view_lacks(space, field, &lacks));
    if (!lacks && !ys_view_is_required(field)) continue;
    if (list == NULL)
      YS_TRY(ys_build_collection(space, schema, "required", YS_ARRAY, &list));
    YS_TRY(ys_build_item_text(space, list, field->key->text));
  }
  return YS_OK;
}

/* ---- old names ----------------------------------------------------------- */

static ys_status add_old_name(ys_space *space, const ys_renamed *renamed,
                              bool nullable, ys_slot *properties) {
  ys_slot *node = ys_build_keyed(space, properties, ys_view_old_key(renamed));
  ys_str name, text;
  if (node == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_make_collection(&space->arena, node, YS_MAP));
  YS_TRY(ys_view_new_name(&space->arena, renamed, &name));
  YS_TRY(ys_str_fill(&space->arena, "Deprecated: %s", YS_WORDS(name), &text));
  if (nullable) YS_TRY(ys_build_flag(space, node, "nullable", true));
  YS_TRY(ys_build_flag(space, node, "deprecated", true));
  return ys_build_text(space, node, "description", text);
}

ys_status ys_old_names_add(ys_space *space, const ys_map_type *map,
                           bool nullable, ys_slot *properties) {
  const ys_renamed *renamed = ys_view_old_names(map);
  for (; renamed != NULL; renamed = ys_view_next_old_name(renamed))
    YS_TRY(add_old_name(space, renamed, nullable, properties));
  return YS_OK;
}
