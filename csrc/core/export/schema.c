#include "core/export/schema.h"

#include "core/export/key_pattern.h"
#include "core/export/keyword.h"
#include "core/tree/build.h"

typedef ys_export_writer writer;
typedef ys_export_node node;

static ys_status add_node(writer *w, const ys_field *field, const ys_path *path,
                          bool with_default, ys_slot *out);

/* ---- collections --------------------------------------------------------- */

/* Adds the items, which OpenAPI requires for an array. ytt shows defaults of
 * items, though values do not get them. */
static ys_status add_items(writer *w, const node *n, ys_slot *out) {
  const ys_path below = {.up = n->path, .index = YS_PATH_EVERY};
  const ys_field *item = ys_view_item(n->field);
  ys_slot *items;
  YS_TRY(ys_build_collection(w->space, out, "items", YS_MAP, &items));
  return item != NULL ? add_node(w, item, &below, ys_is_openapi(w), items)
                      : YS_OK;
}

/* Adds a named field. A removed key must be forbidden explicitly where other
 * keys are allowed. If it is unclear which field a key belongs to, the key may
 * have any value. */
static ys_status add_named(writer *w, const node *n, uint32_t index,
                           ys_slot *properties) {
  const ys_map_type *map = ys_view_map(n->field);
  const ys_field *field = &map->fields[index];
  const ys_path below = {.up = n->path, .key = field->key};
  const bool removed = ys_is_removed(field);
  ys_key_owner whose;
  ys_slot *property, *none;
  if (removed && ys_view_is_closed(n->field)) return YS_OK;
  YS_TRY(ys_keypattern_owner(w->space, map, index, &whose));
  if (whose == YS_KEY_TAKEN) return YS_OK;
  YS_TRY(ys_build_keyed_map(w->space, properties, field->key, &property));
  if (whose == YS_KEY_UNCLEAR) return YS_OK;
  return removed ? ys_build_collection(w->space, property, "not", YS_MAP, &none)
                 : add_node(w, field, &below, true, property);
}

static ys_status add_placeholder(writer *w, const ys_open *open,
                                 const ys_path *path, ys_slot *out) {
  const ys_path below = {.up = path, .key = open->field->key};
  return add_node(w, open->field, &below, false, out);
}

/* Adds each placeholder under its pattern. A placeholder for any key takes the
 * remaining keys. */
static ys_status add_patterns(writer *w, const ys_map_type *map,
                              const ys_path *path, ys_slot *out) {
  ys_slot *patterns = NULL, *values;
  ys_str pattern;
  for (uint32_t i = 0; i < map->open_count; i++) {
    const ys_open *open = &map->open[i];
    if (open->regexp == NULL) {
      YS_TRY(ys_build_collection(w->space, out, "additionalProperties", YS_MAP,
                                 &values));
      return add_placeholder(w, open, path, values);
    }
    if (patterns == NULL)
      YS_TRY(ys_build_collection(w->space, out, "patternProperties", YS_MAP,
                                 &patterns));
    YS_TRY(ys_keypattern(w->space, map, i, &pattern));
    YS_TRY(ys_build_entry_map(w->space, patterns, pattern, &values));
    YS_TRY(add_placeholder(w, open, path, values));
  }
  return ys_build_flag(w->space, out, "additionalProperties", false);
}

/* Adds the placeholders where patterns cannot decide which one a key belongs
 * to, as in OpenAPI 3.0, which has none: it may belong to any of them. */
static ys_status add_others(writer *w, const ys_map_type *map,
                            const ys_path *path, ys_slot *out) {
  const uint32_t count = ys_map_reach(map);
  ys_slot *rest, *list, *values;
  if (count == 0) return YS_OK;
  YS_TRY(ys_build_collection(w->space, out, "additionalProperties", YS_MAP,
                             &rest));
  if (count == 1) return add_placeholder(w, &map->open[0], path, rest);
  YS_TRY(ys_build_collection(w->space, rest, "anyOf", YS_ARRAY, &list));
  for (uint32_t i = 0; i < count; i++) {
    YS_TRY(ys_build_item_map(w->space, list, &values));
    YS_TRY(add_placeholder(w, &map->open[i], path, values));
  }
  return YS_OK;
}

static ys_status add_properties(writer *w, const node *n, ys_slot *out) {
  const ys_map_type *map = ys_view_map(n->field);
  ys_slot *properties;
  if (map == NULL) return YS_OK;
  YS_TRY(ys_build_collection(w->space, out, "properties", YS_MAP, &properties));
  for (uint32_t i = 0; i < map->shape->count; i++)
    YS_TRY(add_named(w, n, i, properties));
  YS_TRY(ys_old_names_add(w->space, map, ys_is_openapi(w), properties));
  YS_TRY(ys_required_add(&w->references, map, out));
  return !ys_is_openapi(w) && ys_keypattern_says(map)
             ? add_patterns(w, map, n->path, out)
             : add_others(w, map, n->path, out);
}

/* ---- types --------------------------------------------------------------- */

/* The kinds that OpenAPI has types for. */
static ys_kinds kinds_of(const ys_field *field) {
  return ys_view_kinds(field) & ~YS_KINDS(YS_NULL);
}

static ys_status add_nullable(writer *w, const ys_field *field, ys_slot *out) {
  return (ys_view_final_kinds(field) & YS_KINDS(YS_NULL)) != 0
             ? ys_build_flag(w->space, out, "nullable", true)
             : YS_OK;
}

/* Whether one type of OpenAPI, or none, covers the field. */
static bool has_one_type(const ys_field *field) {
  const ys_kinds kinds = kinds_of(field);
  return field->choice != NULL || kinds == 0 ||
         kinds == (YS_KINDS_ANY & ~YS_KINDS(YS_NULL)) ||
         ys_keyword_type_of(kinds) < YS_EXPORT_TYPES;
}

/* Adds a type of OpenAPI. `outer`: any items and any keys are accepted. */
static ys_status add_type(writer *w, const node *n, size_t i, bool outer,
                          ys_slot *out) {
  const bool map = ys_keyword_kind(i) == YS_KINDS(YS_MAP);
  const bool closed = map && !outer && ys_view_is_closed(n->field);
  ys_slot *items;
  YS_TRY(ys_keyword_type(w, i, closed, out));
  return outer && ys_keyword_kind(i) == YS_KINDS(YS_ARRAY)
             ? ys_build_collection(w->space, out, "items", YS_MAP, &items)
             : YS_OK;
}

/* Adds several types. OpenAPI 3.0 has no lists of types, and `nullable` applies
 * only to a `type` in the same node. */
static ys_status add_any_of(writer *w, const node *n, bool outer) {
  const ys_kinds kinds = kinds_of(n->field);
  ys_slot *list, *item;
  YS_TRY(ys_build_collection(w->space, n->out, "anyOf", YS_ARRAY, &list));
  for (size_t i = 0; i < YS_EXPORT_TYPES; i++) {
    const ys_kinds kind = ys_keyword_kind(i);
    if ((kinds & kind) == 0) continue;
    YS_TRY(ys_build_item_map(w->space, list, &item));
    YS_TRY(add_type(w, n, i, outer, item));
    YS_TRY(add_nullable(w, n->field, item));
    if (!outer && kind == YS_KINDS(YS_ARRAY)) YS_TRY(add_items(w, n, item));
    if (!outer && kind == YS_KINDS(YS_MAP)) YS_TRY(add_properties(w, n, item));
  }
  return YS_OK;
}

/* Adds the types. `outer`: without what they contain, for a copy that no
 * reference can stand for: its contents may have copies of the same definition,
 * and so on without end. */
static ys_status add_types(writer *w, const node *n, bool outer) {
  const size_t i = ys_keyword_type_of(kinds_of(n->field));
  if (!ys_is_openapi(w)) return ys_keyword_types(w, n->field, n->out);
  if (n->field->choice != NULL) return YS_OK; /* the alternatives have types */
  if (!has_one_type(n->field)) return add_any_of(w, n, outer);
  if (i < YS_EXPORT_TYPES) YS_TRY(add_type(w, n, i, outer, n->out));
  return add_nullable(w, n->field, n->out);
}

/* ---- alternatives -------------------------------------------------------- */

static ys_status add_alternatives(writer *w, const node *n, const char *word,
                                  ys_slot *out) {
  const ys_field *alternative;
  ys_slot *list, *item;
  YS_TRY(ys_build_collection(w->space, out, word, YS_ARRAY, &list));
  for (uint32_t i = 0; (alternative = ys_field_child(n->field, i)) != NULL;
       i++) {
    YS_TRY(ys_build_item_map(w->space, list, &item));
    YS_TRY(add_node(w, alternative, n->path, false, item));
  }
  return YS_OK;
}

/* Adds the alternatives in such a way that null is allowed, too. */
static ys_status add_null_or(writer *w, const node *n, const char *word,
                             ys_slot *out) {
  ys_slot *list, *item;
  YS_TRY(ys_build_collection(w->space, out, "anyOf", YS_ARRAY, &list));
  YS_TRY(ys_build_item_map(w->space, list, &item));
  YS_TRY(add_alternatives(w, n, word, item));
  YS_TRY(ys_build_item_map(w->space, list, &item));
  return ys_keyword_null(w, item);
}

/* Adds the alternatives, inside allOf if a rule has added an anyOf, or an allOf
 * of its own. */
static ys_status add_choice(writer *w, const node *n) {
  bool wholly;
  const char *word = ys_view_choice(n->field, &wholly);
  ys_slot *all, *out = n->out;
  if (word == NULL) return YS_OK;
  if (ys_build_find(out, "anyOf") != NULL || ys_build_find(out, word) != NULL) {
    YS_TRY(ys_reference_all_of(w->space, out, &all));
    YS_TRY(ys_build_item_map(w->space, all, &out));
  }
  return ys_view_adds_null(n->field) ? add_null_or(w, n, word, out)
                                     : add_alternatives(w, n, word, out);
}

/* ---- nodes --------------------------------------------------------------- */

/* Adds what the field contains, unless it stands at each of several types. */
static ys_status add_contents(writer *w, const node *n) {
  const bool array =
      ys_is_openapi(w)
          ? n->field->choice == NULL && kinds_of(n->field) == YS_KINDS(YS_ARRAY)
          : ys_view_item(n->field) != NULL;
  if (ys_is_openapi(w) && !has_one_type(n->field)) return YS_OK;
  if (array) YS_TRY(add_items(w, n, n->out));
  YS_TRY(add_properties(w, n, n->out));
  return add_choice(w, n);
}

/* Adds what a field says by itself. The limit on depth bounds recursion. */
static ys_status add_own(writer *w, const node *n) {
  w->references.preset += ys_reference_presets(n->field);
  YS_TRY(ys_keyword_title(w, n));
  YS_TRY(add_types(w, n, false));
  YS_TRY(ys_keyword_docs(w, n));
  YS_TRY(ys_keyword_rules(w, n));
  YS_TRY(add_contents(w, n));
  w->references.preset -= ys_reference_presets(n->field);
  return ys_keyword_default(w, n);
}

static ys_status add_reference(writer *w, const node *n) {
  const ys_definition *like = n->field->like;
  const bool adds_null = ys_reference_adds_null(n->field);
  ys_slot null = {0};
  bool first;
  YS_TRY(ys_references_add(&w->references, like, n->path, &first));
  YS_TRY(ys_slot_make_collection(&w->space->arena, &null, YS_MAP));
  if (adds_null) YS_TRY(ys_keyword_null(w, &null));
  return ys_reference_put(w->space, like, w->definitions,
                          adds_null ? &null : NULL, n->out);
}

/* Adds what a copy says beside its definition. */
static ys_status add_copy(writer *w, const node *n) {
  YS_TRY(ys_keyword_title(w, n));
  YS_TRY(ys_keyword_docs(w, n));
  YS_TRY(ys_keyword_rules(w, n));
  YS_TRY(ys_reference_put_selected(w->space, n->field, n->out));
  YS_TRY(ys_reference_put_required(&w->references, n->field, n->out));
  YS_TRY(ys_keyword_default(w, n));
  return ys_reference_is_looser(n->field) ? add_types(w, n, true)
                                          : add_reference(w, n);
}

/* Adds a node; with its default if values get it. */
static ys_status add_node(writer *w, const ys_field *field, const ys_path *path,
                          bool with_default, ys_slot *out) {
  node n = {field, ys_view_docs(field), path, with_default, out};
  ys_docs docs;
  if (ys_reference_of(field) == NULL) return add_own(w, &n);
  docs = ys_reference_docs(field);
  n.docs = &docs;
  return add_copy(w, &n);
}

/* ---- the document -------------------------------------------------------- */

/* Adds the definitions that were referred to, and those that they refer to.
 * `list` is the map that has them, or NULL: it is added for the first. */
static ys_status add_definitions(writer *w, ys_slot *list, ys_slot *out) {
  const ys_reference *next;
  ys_slot *definition;
  while ((next = ys_references_next(&w->references)) != NULL) {
    if (list == NULL)
      YS_TRY(ys_build_collection(w->space, out, w->definitions, YS_MAP, &list));
    YS_TRY(ys_build_entry_map(w->space, list, next->definition->name,
                              &definition));
    YS_TRY(add_node(w, next->definition->field, next->path, false, definition));
  }
  return ys_embed_add(&w->embedded, w->definitions, out);
}

/* Adds an OpenAPI document. */
static ys_status add_openapi(writer *w, const ys_field *root, ys_slot *out) {
  ys_slot *info, *map, *schemas;
  YS_TRY(ys_build_text(w->space, out, "openapi", YS_STR("3.0.0")));
  YS_TRY(ys_build_collection(w->space, out, "info", YS_MAP, &info));
  YS_TRY(ys_build_text(w->space, info, "version", YS_STR("0.1.0")));
  YS_TRY(ys_build_text(w->space, info, "title",
                       YS_STR("Schema for data values, generated by yschema")));
  YS_TRY(ys_build_collection(w->space, out, "paths", YS_MAP, &map));
  YS_TRY(ys_build_collection(w->space, out, "components", YS_MAP, &map));
  YS_TRY(ys_build_collection(w->space, map, "schemas", YS_MAP, &schemas));
  YS_TRY(ys_build_collection(w->space, schemas, "dataValues", YS_MAP, &map));
  YS_TRY(add_node(w, root, &(const ys_path){0}, true, map));
  return add_definitions(w, schemas, out);
}

ys_status ys_export_schema(ys_space *space, const ys_field *root,
                           const ys_jsonrules *rules, ys_export_dialect dialect,
                           ys_slot *out, ys_slot *losses) {
  static const struct {
    const char *address, *definitions;
  } rows[] = {[YS_EXPORT_OPENAPI] = {NULL, "components/schemas"},
              [YS_EXPORT_DRAFT_07] = {"http://json-schema.org/draft-07/schema#",
                                      "definitions"},
              [YS_EXPORT_2020_12] = {
                  "https://json-schema.org/draft/2020-12/schema", "$defs"}};
  writer w = {.space = space,
              .losses = losses,
              .dialect = dialect,
              .definitions = rows[dialect].definitions,
              .references = {.space = space}};
  *out = *losses = (ys_slot){0};
  if (root->has_sensitive) rules = NULL; /* they may have its values */
  YS_TRY(ys_embed_begin(space, rules, dialect, &w.embedded));
  YS_TRY(ys_slot_make_collection(&space->arena, out, YS_MAP));
  YS_TRY(ys_slot_make_collection(&space->arena, losses, YS_ARRAY));
  if (dialect == YS_EXPORT_OPENAPI) return add_openapi(&w, root, out);
  YS_TRY(ys_build_text(space, out, "$schema", ys_cstr(rows[dialect].address)));
  YS_TRY(add_node(&w, root, &(const ys_path){0}, true, out));
  return add_definitions(&w, NULL, out);
}
