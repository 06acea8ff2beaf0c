#include "core/export/openapi.h"

#include "core/export/constraint.h"
#include "core/export/key_pattern.h"
#include "core/export/reference.h"
#include "core/tree/build.h"

typedef struct writer {
  ys_space *space;
  ys_references references;
} writer;

static ys_status add_node(writer *w, const ys_field *field, ys_slot *out);
static ys_status add_field(writer *w, const ys_field *field, ys_slot *out);
static ys_status add_items(writer *w, const ys_field *field, ys_slot *out);
static ys_status add_properties(writer *w, const ys_field *field, ys_slot *out);

/* ---- types --------------------------------------------------------------- */

static const struct {
  ys_kinds kinds;
  const char *type, *format;
} types[] = {{YS_KINDS(YS_STRING), "string", NULL},
             {YS_KINDS(YS_BOOL), "boolean", NULL},
             {YS_KINDS(YS_INT), "integer", NULL},
             {YS_KINDS(YS_FLOAT), "number", "float"},
             {YS_KINDS(YS_ARRAY), "array", NULL},
             {YS_KINDS(YS_MAP), "object", NULL}};

enum { TYPES = sizeof types / sizeof *types };

static ys_status add_map_item(ys_space *space, ys_slot *list, ys_slot **out) {
  *out = ys_build_item(space, list);
  if (*out == NULL) return YS_NOMEM;
  return ys_slot_make_collection(&space->arena, *out, YS_MAP);
}

/* Adds one type. A closed map has no keys but its named fields. */
static ys_status add_one_type(ys_space *space, size_t i, bool closed,
                              ys_slot *out) {
  YS_TRY(ys_build_text(space, out, "type", ys_cstr(types[i].type)));
  if (closed) YS_TRY(ys_build_flag(space, out, "additionalProperties", false));
  if (types[i].format == NULL) return YS_OK;
  return ys_build_text(space, out, "format", ys_cstr(types[i].format));
}

/* Finds the type that covers exactly these kinds; TYPES if there is none. */
static size_t type_of(ys_kinds kinds) {
  size_t i = 0;
  while (i < TYPES && types[i].kinds != kinds)
    i++;
  return i;
}

/* Adds items or keys of any kind. OpenAPI requires `items` for an array. */
static ys_status add_any_contents(writer *w, size_t i, ys_slot *out) {
  ys_slot *items;
  if (types[i].kinds != YS_KINDS(YS_ARRAY)) return YS_OK;
  return ys_build_collection(w->space, out, "items", YS_MAP, &items);
}

/* Adds several types. OpenAPI 3.0 has no lists of types, and `nullable` applies
 * only to a `type` in the same schema. `outer`: nothing is said of contents. */
static ys_status add_types(writer *w, const ys_field *field, bool null,
                           bool outer, ys_slot *out) {
  const ys_kinds kinds = ys_view_kinds(field);
  ys_slot *list, *item;
  YS_TRY(ys_build_collection(w->space, out, "anyOf", YS_ARRAY, &list));
  for (size_t i = 0; i < TYPES; i++) {
    const bool map = types[i].kinds == YS_KINDS(YS_MAP);
    if ((kinds & types[i].kinds) == 0) continue;
    YS_TRY(add_map_item(w->space, list, &item));
    YS_TRY(add_one_type(w->space, i, map && !outer && ys_view_is_closed(field),
                        item));
    if (null) YS_TRY(ys_build_flag(w->space, item, "nullable", true));
    if (outer)
      YS_TRY(add_any_contents(w, i, item));
    else if (types[i].kinds == YS_KINDS(YS_ARRAY))
      YS_TRY(add_items(w, field, item));
    else if (map)
      YS_TRY(add_properties(w, field, item));
  }
  return YS_OK;
}

/* Whether a single type covers the field. */
static bool is_plain(const ys_field *field) {
  const ys_kinds null = YS_KINDS(YS_NULL);
  const ys_kinds kinds = ys_view_kinds(field) & ~null;
  return field->choice != NULL || kinds == (YS_KINDS_ANY & ~null) ||
         kinds == 0 || type_of(kinds) < TYPES;
}

static ys_status add_type(writer *w, const ys_field *field, ys_slot *out) {
  const ys_kinds null = YS_KINDS(YS_NULL);
  const size_t i = type_of(ys_view_kinds(field) & ~null);
  const bool nullable = (ys_view_final_kinds(field) & null) != 0;
  if (field->choice != NULL) return YS_OK; /* the alternatives have types */
  if (!is_plain(field)) return add_types(w, field, nullable, false, out);
  if (i < TYPES)
    YS_TRY(add_one_type(w->space, i, ys_view_is_closed(field), out));
  return nullable ? ys_build_flag(w->space, out, "nullable", true) : YS_OK;
}

/* Adds the types alone, for a copy that no reference can stand for: its
 * contents may have copies of the same definition, and so on without end. */
static ys_status add_outer_type(writer *w, const ys_field *field,
                                ys_slot *out) {
  const ys_kinds null = YS_KINDS(YS_NULL);
  const size_t i = type_of(ys_view_kinds(field) & ~null);
  const bool nullable = (ys_view_final_kinds(field) & null) != 0;
  if (field->choice != NULL) return YS_OK;
  if (!is_plain(field)) return add_types(w, field, nullable, true, out);
  if (i < TYPES) {
    YS_TRY(add_one_type(w->space, i, false, out));
    YS_TRY(add_any_contents(w, i, out));
  }
  return nullable ? ys_build_flag(w->space, out, "nullable", true) : YS_OK;
}

/* ---- documentation ------------------------------------------------------- */

static ys_status add_text(ys_space *space, ys_slot *out, const char *name,
                          ys_str text) {
  return text.len > 0 ? ys_build_text(space, out, name, text) : YS_OK;
}

/* Adds what `@schema/see` says, if it is the address of a page. */
static ys_status add_page(ys_space *space, ys_str see, ys_slot *out) {
  ys_slot *page;
  if (!ys_str_starts(see, YS_STR("https://")) &&
      !ys_str_starts(see, YS_STR("http://")))
    return YS_OK;
  YS_TRY(ys_build_collection(space, out, "externalDocs", YS_MAP, &page));
  return ys_build_text(space, page, "url", see);
}

static ys_status add_docs(ys_space *space, const ys_field *field,
                          ys_slot *out) {
  const ys_docs *docs = ys_view_docs(field);
  if (docs->deprecated_place.line > 0)
    YS_TRY(ys_build_flag(space, out, "deprecated", true));
  YS_TRY(add_text(space, out, "description", ys_docs_text(docs, YS_WORD_DESC)));
  YS_TRY(add_page(space, ys_docs_text(docs, YS_WORD_SEE), out));
  if (field->sensitive) YS_TRY(ys_build_flag(space, out, "writeOnly", true));
  if (docs->examples == NULL || ys_view_masks(field, docs->examples->value))
    return YS_OK;
  if (docs->examples->description.ptr != NULL)
    YS_TRY(ys_build_text(space, out, "x-example-description",
                         docs->examples->description));
  return ys_build_value(space, out, "example", docs->examples->value);
}

/* ---- nodes --------------------------------------------------------------- */

/* Adds the items, which OpenAPI requires for an array. */
static ys_status add_items(writer *w, const ys_field *field, ys_slot *out) {
  const ys_field *item = ys_view_item(field);
  ys_slot *items;
  YS_TRY(ys_build_collection(w->space, out, "items", YS_MAP, &items));
  return item != NULL ? add_field(w, item, items) : YS_OK;
}

/* Adds a named field. A removed key must be forbidden explicitly where other
 * keys are allowed. */
static ys_status add_named(writer *w, const ys_field *owner, uint32_t index,
                           ys_slot *properties) {
  const ys_map_type *map = ys_view_map(owner);
  const ys_field *field = &map->fields[index];
  const bool removed = ys_view_is_removed(field);
  ys_key_owner whose;
  ys_slot *node, *none;
  if (removed && ys_view_is_closed(owner)) return YS_OK;
  YS_TRY(ys_keypattern_owner(w->space, map, index, &whose));
  if (whose == YS_KEY_TAKEN) return YS_OK;
  node = ys_build_keyed(w->space, properties, field->key);
  if (node == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_make_collection(&w->space->arena, node, YS_MAP));
  if (whose == YS_KEY_UNCLEAR) return YS_OK;
  return removed ? ys_build_collection(w->space, node, "not", YS_MAP, &none)
                 : add_field(w, field, node);
}

/* Adds the placeholders. OpenAPI 3.0 cannot express which keys belong to them.
 */
static ys_status add_others(writer *w, const ys_map_type *map, ys_slot *out) {
  const uint32_t count = ys_map_reach(map);
  ys_slot *rest, *list, *node;
  if (count == 0) return YS_OK;
  YS_TRY(ys_build_collection(w->space, out, "additionalProperties", YS_MAP,
                             &rest));
  if (count == 1) return add_node(w, map->open[0].field, rest);
  YS_TRY(ys_build_collection(w->space, rest, "anyOf", YS_ARRAY, &list));
  for (uint32_t i = 0; i < count; i++) {
    YS_TRY(add_map_item(w->space, list, &node));
    YS_TRY(add_node(w, map->open[i].field, node));
  }
  return YS_OK;
}

static ys_status add_properties(writer *w, const ys_field *field,
                                ys_slot *out) {
  const ys_map_type *map = ys_view_map(field);
  ys_slot *properties;
  if (map == NULL) return YS_OK;
  YS_TRY(ys_build_collection(w->space, out, "properties", YS_MAP, &properties));
  for (uint32_t i = 0; i < map->shape->count; i++)
    YS_TRY(add_named(w, field, i, properties));
  YS_TRY(ys_old_names_add(w->space, map, true, properties));
  YS_TRY(ys_required_add(&w->references, map, out));
  return add_others(w, map, out);
}

static ys_status add_alternatives(writer *w, const ys_field *field,
                                  const char *word, ys_slot *out) {
  const ys_field *alternative;
  ys_slot *list, *item;
  YS_TRY(ys_build_collection(w->space, out, word, YS_ARRAY, &list));
  for (uint32_t i = 0; (alternative = ys_field_child(field, i)) != NULL; i++) {
    YS_TRY(add_map_item(w->space, list, &item));
    YS_TRY(add_node(w, alternative, item));
  }
  return YS_OK;
}

/* Adds the alternatives in such a way that null is allowed, too: an enum
 * without a type, whose only value is null. */
static ys_status add_null_or(writer *w, const ys_field *field, const char *word,
                             ys_slot *out) {
  ys_slot *list, *item, *values;
  YS_TRY(ys_build_collection(w->space, out, "anyOf", YS_ARRAY, &list));
  YS_TRY(add_map_item(w->space, list, &item));
  YS_TRY(add_alternatives(w, field, word, item));
  YS_TRY(add_map_item(w->space, list, &item));
  YS_TRY(ys_build_flag(w->space, item, "nullable", true));
  YS_TRY(ys_build_collection(w->space, item, "enum", YS_ARRAY, &values));
  return ys_build_item(w->space, values) != NULL ? YS_OK : YS_NOMEM;
}

/* Adds the alternatives, inside allOf if a rule has added an anyOf. */
static ys_status add_choice(writer *w, const ys_field *field, ys_slot *out) {
  bool wholly;
  const char *word = ys_view_choice(field, &wholly);
  ys_slot *all;
  if (word == NULL) return YS_OK;
  if (ys_build_find(out, "anyOf") != NULL) {
    YS_TRY(ys_build_collection(w->space, out, "allOf", YS_ARRAY, &all));
    YS_TRY(add_map_item(w->space, all, &out));
  }
  return ys_view_adds_null(field) ? add_null_or(w, field, word, out)
                                  : add_alternatives(w, field, word, out);
}

/* Adds the contents of a collection, unless the field has several types, which
 * include theirs. */
static ys_status add_contents(writer *w, const ys_field *field, ys_slot *out) {
  const ys_kinds kinds = ys_view_kinds(field) & ~YS_KINDS(YS_NULL);
  if (field->choice != NULL) return add_choice(w, field, out);
  if (kinds == YS_KINDS(YS_ARRAY)) return add_items(w, field, out);
  return is_plain(field) ? add_properties(w, field, out) : YS_OK;
}

/* Adds the default, except for a map. */
static ys_status add_default(writer *w, const ys_field *field, ys_slot *out) {
  const ys_slot *value = ys_view_default(field);
  const bool null_forbidden =
      (ys_view_final_kinds(field) & YS_KINDS(YS_NULL)) == 0;
  if (value == NULL || ys_view_map(field) != NULL) return YS_OK;
  if (value->kind == YS_NULL && null_forbidden) return YS_OK;
  return ys_build_value(w->space, out, "default", value);
}

/* ---- copies of definitions ----------------------------------------------- */

static ys_status add_reference(writer *w, const ys_field *field, ys_slot *out) {
  static const ys_path somewhere = {0}; /* paths are not reported */
  ys_slot null = {0}, *values;
  bool first;
  YS_TRY(ys_references_add(&w->references, field->like, &somewhere, &first));
  YS_TRY(ys_slot_make_collection(&w->space->arena, &null, YS_MAP));
  YS_TRY(ys_build_flag(w->space, &null, "nullable", true));
  YS_TRY(ys_build_collection(w->space, &null, "enum", YS_ARRAY, &values));
  if (ys_build_item(w->space, values) == NULL) return YS_NOMEM;
  return ys_reference_put(w->space, field->like, "components/schemas",
                          ys_reference_adds_null(field) ? &null : NULL, out);
}

static ys_status add_copy(writer *w, const ys_field *field, bool with_default,
                          ys_slot *out) {
  const ys_docs docs = ys_reference_docs(field);
  ys_field own = *field;
  ys_slot unsaid = {0};
  own.docs = &docs;
  YS_TRY(ys_slot_make_collection(&w->space->arena, &unsaid, YS_ARRAY));
  YS_TRY(add_text(w->space, out, "title", ys_docs_text(&docs, YS_WORD_TITLE)));
  YS_TRY(add_docs(w->space, &own, out));
  YS_TRY(ys_constraint_add(w->space, field, YS_DIALECT_OPENAPI, out, &unsaid));
  YS_TRY(ys_reference_put_selected(w->space, field, out));
  YS_TRY(ys_reference_put_required(&w->references, field, out));
  if (with_default) YS_TRY(add_default(w, field, out));
  if (ys_reference_is_looser(field)) return add_outer_type(w, field, out);
  return add_reference(w, field, out);
}

/* ---- any field ----------------------------------------------------------- */

/* Recursion is bounded by the limit on depth. */
static ys_status add_own(writer *w, const ys_field *field, ys_slot *out) {
  const ys_docs *docs = ys_view_docs(field);
  ys_slot unsaid = {0};
  w->references.preset += ys_reference_presets(field);
  YS_TRY(ys_slot_make_collection(&w->space->arena, &unsaid, YS_ARRAY));
  YS_TRY(add_text(w->space, out, "title", ys_docs_text(docs, YS_WORD_TITLE)));
  YS_TRY(add_type(w, field, out));
  YS_TRY(add_docs(w->space, field, out));
  YS_TRY(ys_constraint_add(w->space, field, YS_DIALECT_OPENAPI, out, &unsaid));
  YS_TRY(add_contents(w, field, out));
  w->references.preset -= ys_reference_presets(field);
  return YS_OK;
}

/* Alternatives and the values of placeholders are never inserted, so they have
 * no default. */
static ys_status add_node(writer *w, const ys_field *field, ys_slot *out) {
  return ys_reference_of(field) != NULL ? add_copy(w, field, false, out)
                                        : add_own(w, field, out);
}

static ys_status add_field(writer *w, const ys_field *field, ys_slot *out) {
  if (ys_reference_of(field) != NULL) return add_copy(w, field, true, out);
  YS_TRY(add_own(w, field, out));
  return add_default(w, field, out);
}

/* ---- the document -------------------------------------------------------- */

static ys_status add_head(ys_space *space, ys_slot *out) {
  ys_slot *info, *paths;
  YS_TRY(ys_build_text(space, out, "openapi", YS_STR("3.0.0")));
  YS_TRY(ys_build_collection(space, out, "info", YS_MAP, &info));
  YS_TRY(ys_build_text(space, info, "version", YS_STR("0.1.0")));
  YS_TRY(ys_build_text(space, info, "title",
                       YS_STR("Schema for data values, generated by yschema")));
  return ys_build_collection(space, out, "paths", YS_MAP, &paths);
}

ys_status ys_openapi(ys_space *space, const ys_field *root, ys_slot *out) {
  writer w = {space, {.space = space}};
  ys_slot *components, *schemas, *node;
  const ys_reference *next;
  *out = (ys_slot){0};
  YS_TRY(ys_slot_make_collection(&space->arena, out, YS_MAP));
  YS_TRY(add_head(space, out));
  YS_TRY(ys_build_collection(space, out, "components", YS_MAP, &components));
  YS_TRY(ys_build_collection(space, components, "schemas", YS_MAP, &schemas));
  YS_TRY(ys_build_collection(space, schemas, "dataValues", YS_MAP, &node));
  YS_TRY(add_field(&w, root, node));
  while ((next = ys_references_next(&w.references)) != NULL) {
    node = ys_build_entry(space, schemas, next->definition->name);
    if (node == NULL) return YS_NOMEM;
    YS_TRY(ys_slot_make_collection(&space->arena, node, YS_MAP));
    YS_TRY(add_node(&w, next->definition->field, node));
  }
  return YS_OK;
}
