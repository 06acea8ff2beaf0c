#include "core/export/view.h"

#include "core/jsonrule/jsonrule.h"

/* ---- types --------------------------------------------------------------- */

static ys_kinds with_integers(ys_kinds kinds) {
  return (kinds & YS_KINDS(YS_FLOAT)) != 0 ? kinds | YS_KINDS(YS_INT) : kinds;
}

/* The kinds that alternatives accept. They are kept, because very many ways may
 * lead to the same alternatives. Recursion is bounded by the depth of the
 * schema, whose alternatives do not lead back to themselves. */
static ys_kinds chosen_kinds(ys_choice *choice) {
  const bool all = choice->mode == YS_ALL_OF;
  ys_kinds kinds = all ? YS_KINDS_ANY : 0;
  if (choice->has_view_kinds) return choice->view_kinds;
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_kinds one = ys_view_kinds(&choice->alternatives[i]);
    kinds = all ? kinds & with_integers(one) : kinds | one;
  }
  if (all && kinds != YS_KINDS_ANY && (kinds & YS_KINDS(YS_FLOAT)) != 0)
    kinds &= ~YS_KINDS(YS_INT);
  choice->has_view_kinds = true;
  choice->view_kinds = kinds;
  return kinds;
}

bool ys_view_adds_null(const ys_field *field) {
  return field->choice != NULL && field->nullable &&
         (chosen_kinds(field->choice) & YS_KINDS(YS_NULL)) == 0;
}

ys_kinds ys_view_kinds(const ys_field *field) {
  ys_kinds kinds = field->named | YS_KINDS(field->kind);
  if (field->choice != NULL)
    kinds = chosen_kinds(field->choice);
  else if (field->kind == YS_ANY)
    kinds = YS_KINDS_ANY;
  return field->nullable || field->null_missing ? kinds | YS_KINDS(YS_NULL)
                                                : kinds;
}

ys_kinds ys_view_final_kinds(const ys_field *field) {
  ys_kinds kinds = ys_view_kinds(field);
  for (const ys_validation *v = field->validations; v != NULL; v = v->next)
    if (v->not_null != NULL && v->when == 0) kinds &= ~YS_KINDS(YS_NULL);
  return kinds;
}

bool ys_view_makes_floats(const ys_field *field) {
  const ys_kinds kinds = ys_view_kinds(field);
  return (kinds & YS_KINDS(YS_FLOAT)) != 0 && (kinds & YS_KINDS(YS_INT)) == 0;
}

bool ys_view_has_at_most(const ys_field *field, uint32_t depth,
                         uint32_t *left) {
  const ys_field *below;
  if (depth == 0 || *left == 0 || field->json != NULL ||
      ys_jsonrule_is_on(field))
    return false;
  --*left;
  for (uint32_t i = 0; (below = ys_field_child(field, i)) != NULL; i++)
    if (!ys_view_has_at_most(below, depth - 1, left)) return false;
  return true;
}

const ys_map_type *ys_view_map(const ys_field *field) {
  return field->kind == YS_MAP ? field->map : NULL;
}

bool ys_view_is_closed(const ys_field *field) {
  return field->kind == YS_MAP && field->map->open_count == 0;
}

bool ys_view_is_required(const ys_field *field) {
  return field->renamed == NULL && ys_view_is_needed(field);
}

/* Recursion is bounded by the depth of the schema. */
bool ys_view_is_needed(const ys_field *field) {
  const ys_map_type *map = ys_view_map(field);
  if (field->required != NULL) return !field->required->preset;
  if (map == NULL || !field->has_required || field->optional ||
      field->default_value != NULL || field->default_closure != 0)
    return false;
  for (uint32_t i = 0; i < map->shape->count; i++)
    if (ys_view_is_required(&map->fields[i])) return true;
  return false;
}

const ys_key *ys_view_old_key(const ys_renamed *renamed) {
  return renamed->keys[renamed->declared];
}

/* Gives the first of these old names that begins in its map. The others lead
 * into definitions, which list their old names themselves, for all places. */
static const ys_renamed *first_own(const ys_renamed *renamed) {
  while (renamed != NULL && renamed->held < renamed->declared)
    renamed = renamed->next_in_holder;
  return renamed;
}

const ys_renamed *ys_view_old_names(const ys_map_type *map) {
  return first_own(map->old_names);
}

const ys_renamed *ys_view_next_old_name(const ys_renamed *renamed) {
  do
    renamed = first_own(renamed->next_in_holder);
  while (renamed != NULL && renamed->repeated);
  return renamed;
}

ys_status ys_view_new_name(ys_arena *arena, const ys_renamed *renamed,
                           ys_str *out) {
  const uint32_t count = renamed->from_root ? renamed->to_count : 1;
  const ys_path *path = NULL;
  ys_path *links = ys_arena_alloc(arena, (count + 1) * sizeof *links);
  ys_str name;
  if (links == NULL) return YS_NOMEM;
  links[0] = (ys_path){0};
  for (uint32_t i = 0; i < count; i++) {
    links[i + 1] = (ys_path){&links[i], renamed->field->key, 0};
    if (renamed->from_root) links[i + 1].key = renamed->to[i];
  }
  path = &links[count];
  YS_TRY(ys_path_text(arena, path, &name));
  return ys_str_fill(arena, "the new name is `%s`.", YS_WORDS(name), out);
}

/* Whether other validators can distinguish the alternatives. They do not know
 * the final contents of a collection or all rules, and do not distinguish an
 * integer from a whole float. */
static bool is_distinct(const ys_choice *choice) {
  const ys_kinds vague = YS_KINDS(YS_ARRAY) | YS_KINDS(YS_MAP) |
                         YS_KINDS(YS_INT) | YS_KINDS(YS_FLOAT);
  ys_kinds seen = 0, shared = 0;
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_kinds one = with_integers(ys_view_kinds(&choice->alternatives[i]));
    shared |= seen & one;
    seen |= one;
  }
  return shared == 0 || (!choice->has_rules && (shared & vague) == 0);
}

/* Whether both fields are maps of the same keys in the same order, none of
 * which holds a collection that might be completed. */
static bool complete_alike(const ys_field *one, const ys_field *other) {
  const ys_map_type *a = ys_view_map(one), *b = ys_view_map(other);
  if (a == NULL || b == NULL || a->open_count + b->open_count > 0) return false;
  if (a->shape->count != b->shape->count) return false;
  for (uint32_t i = 0; i < a->shape->count; i++)
    if (a->shape->keys[i] != b->shape->keys[i] ||
        a->fields[i].has_collections || b->fields[i].has_collections)
      return false;
  return true;
}

/* Whether no alternative of all-of adds what another one would refuse. Other
 * validators validate values that have not been completed. */
static bool leaves_alone(const ys_choice *choice) {
  for (uint32_t i = 1; i < choice->count; i++) {
    const ys_field *one = &choice->alternatives[i - 1], *other = one + 1;
    if ((one->has_collections || other->has_collections) &&
        !complete_alike(one, other))
      return false;
  }
  return true;
}

const char *ys_view_choice(const ys_field *field, bool *wholly) {
  *wholly = true;
  if (field->choice == NULL) return NULL;
  if (field->choice->mode == YS_ALL_OF) {
    *wholly = leaves_alone(field->choice);
    return "allOf";
  }
  if (field->choice->by != NULL) {
    *wholly = false; /* a map without the key fits each alternative */
    return "anyOf";
  }
  if (field->choice->mode == YS_ANY_OF) return "anyOf";
  *wholly = is_distinct(field->choice);
  return *wholly ? "oneOf" : "anyOf";
}

const ys_field *ys_view_item(const ys_field *field) {
  return field->kind == YS_ARRAY ? field->item : NULL;
}

/* ---- defaults ------------------------------------------------------------ */

bool ys_view_has_closure(const ys_slot *value) {
  if (value->kind == YS_CLOSURE) return true;
  if (!ys_is_collection(value)) return false;
  for (const ys_slot *s = ys_slot_first(value); s != NULL; s = s->next)
    if (ys_view_has_closure(s)) return true;
  return false;
}

bool ys_view_masks(const ys_field *field, const ys_slot *value) {
  const bool empty = value->kind == YS_NULL ||
                     (ys_is_collection(value) && ys_slot_size(value) == 0);
  return field->sensitive || (field->has_sensitive && !empty);
}

/* The default, whether it may be shown or not. */
static const ys_slot *find_default(const ys_field *field) {
  const ys_slot *value = field->default_value;
  if (field->default_closure != 0 || value == NULL) return NULL;
  if (field->required != NULL) return NULL; /* its value only shows the type */
  return ys_view_has_closure(value) ? NULL : value;
}

const ys_slot *ys_view_default(const ys_field *field) {
  const ys_slot *value = find_default(field);
  return value != NULL && ys_view_masks(field, value) ? NULL : value;
}

bool ys_view_masks_default(const ys_field *field) {
  return find_default(field) != NULL && ys_view_default(field) == NULL;
}

bool ys_view_is_json(const ys_slot *value) {
  if (value->kind == YS_FLOAT) /* infinity minus infinity is nan */
    return value->u.number - value->u.number == 0;
  if (!ys_is_collection(value)) return value->kind != YS_CLOSURE;
  for (const ys_slot *s = ys_slot_first(value); s != NULL; s = s->next)
    if (!ys_view_is_json(s)) return false;
  return true;
}

/* ---- documentation ------------------------------------------------------- */

const ys_docs *ys_view_docs(const ys_field *field) {
  static const ys_docs none;
  return field->docs != NULL ? field->docs : &none;
}

/* Whether a character belongs to a word. Characters beyond ASCII count as
 * letters. */
static bool is_word(char c) {
  return ys_is_letter(c) || ys_is_digit(c) || (unsigned char)c >= 0x80;
}

static ys_status humanise(ys_arena *arena, ys_str key, ys_str *out) {
  char *text = ys_arena_text(arena, key.len);
  size_t len = 0;
  if (text == NULL) return YS_NOMEM;
  for (size_t i = 0; i < key.len; i++) {
    if (is_word(key.ptr[i]))
      text[len++] = key.ptr[i];
    else if (len > 0 && text[len - 1] != ' ')
      text[len++] = ' ';
  }
  if (len > 0 && text[len - 1] == ' ') len--;
  if (len > 0 && text[0] >= 'a' && text[0] <= 'z')
    text[0] = (char)(text[0] - 'a' + 'A');
  *out = len > 0 ? (ys_str){text, len} : key;
  return YS_OK;
}

ys_status ys_view_title(ys_arena *arena, const ys_field *field, ys_str *out) {
  *out = ys_docs_text(ys_view_docs(field), YS_WORD_TITLE);
  if (out->len > 0 || field->key == NULL) return YS_OK;
  return humanise(arena, field->key->text, out);
}

/* ---- rules --------------------------------------------------------------- */

ys_rule_walk ys_view_rules(const ys_field *field) {
  return (ys_rule_walk){field, field->validations, 0, false, false};
}

/* Describes the implied rule: as a least length if only texts and arrays can be
 * empty. */
static void describe_implied(const ys_field *field, ys_rule_fact *out) {
  static const ys_slot one = {.kind = YS_INT, .u.integer = 1};
  const ys_kinds lengthy =
      YS_KINDS(YS_STRING) | YS_KINDS(YS_NULL) |
      (field->implied == YS_IMPLIED_VALUE ? YS_KINDS(YS_ARRAY) : 0);
  *out = (ys_rule_fact){.must_be = YS_STR("not empty")};
  if (field->kind == YS_ANY || (field->kinds & ~lengthy) != 0) return;
  out->name = YS_STR("min_len");
  out->named = ys_rule_find(out->name);
  out->argument = &one;
  out->must_be = YS_STR("length >= 1");
}

/* Whether the implied rule applies to the kinds of the field. */
static bool has_implied(const ys_field *field) {
  const ys_kinds content =
      YS_KINDS(YS_BOOL) | YS_KINDS(YS_MAP) | YS_KINDS(YS_NULL);
  return field->implied != YS_IMPLIED_NOTHING &&
         (field->kind == YS_ANY || (field->kinds & ~content) != 0);
}

static void report_rule(const ys_field *field, const ys_rule *rule,
                        ys_rule_fact *out) {
  out->must_be = rule->must_be;
  if (rule->named == NULL) return;
  out->named = rule->named;
  out->name = ys_cstr(rule->named->name);
  if (out->named->word == YS_RULE_ONE_OF &&
      ys_view_masks(field, rule->argument))
    return;
  if (!ys_view_has_closure(rule->argument)) out->argument = rule->argument;
}

bool ys_view_next_rule(ys_rule_walk *walk, ys_rule_fact *out) {
  for (; walk->validation != NULL; walk->validation = walk->validation->next) {
    const ys_validation *v = walk->validation;
    *out = (ys_rule_fact){.conditional = v->when != 0, .when = v->when_text};
    if (v->not_null != NULL && !walk->null_done) {
      walk->null_done = true;
      report_rule(walk->field, v->not_null, out);
      return true;
    }
    if (walk->next < v->count) {
      report_rule(walk->field, &v->rules[walk->next++], out);
      return true;
    }
    walk->next = 0;
    walk->null_done = false;
  }
  if (walk->implied_done || !has_implied(walk->field)) return false;
  walk->implied_done = true;
  describe_implied(walk->field, out);
  return true;
}

const ys_slot *ys_view_selects(const ys_field *field) {
  return field->sensitive ? NULL : field->selects;
}
