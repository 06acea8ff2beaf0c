#include "core/export/json_schema.h"

#include "core/export/constraint.h"
#include "core/export/key_pattern.h"
#include "core/export/reference.h"
#include "core/tree/build.h"

typedef struct writer {
  ys_space *space;
  ys_slot *unsaid;
  ys_dialect dialect;
  const char *where; /* the keyword that holds the definitions */
  ys_references references;
} writer;

/* Adds a node; with its default if values get it. */
static ys_status add_node(writer *w, const ys_field *field, const ys_path *path,
                          bool with_default, ys_slot *out);

/* ---- types --------------------------------------------------------------- */

static const struct {
  ys_kinds kinds;
  const char *type;
} types[] = {{YS_KINDS(YS_STRING), "string"}, {YS_KINDS(YS_BOOL), "boolean"},
             {YS_KINDS(YS_INT), "integer"},   {YS_KINDS(YS_FLOAT), "number"},
             {YS_KINDS(YS_ARRAY), "array"},   {YS_KINDS(YS_MAP), "object"},
             {YS_KINDS(YS_NULL), "null"}};

enum { TYPES = sizeof types / sizeof *types };

static ys_status add_types(ys_space *space, ys_kinds kinds, ys_slot *out) {
  ys_slot *list;
  YS_TRY(ys_build_collection(space, out, "type", YS_ARRAY, &list));
  for (size_t i = 0; i < TYPES; i++)
    if ((kinds & types[i].kinds) != 0)
      YS_TRY(ys_build_item_text(space, list, ys_cstr(types[i].type)));
  return YS_OK;
}

static ys_status add_type(ys_space *space, const ys_field *field,
                          ys_slot *out) {
  ys_kinds kinds = ys_view_final_kinds(field);
  ys_slot *none;
  if (kinds == YS_KINDS_ANY) return YS_OK;
  if (kinds == 0) /* only null, which a rule forbids */
    return ys_build_collection(space, out, "not", YS_MAP, &none);
  if ((kinds & YS_KINDS(YS_FLOAT)) != 0) /* "number" includes integers */
    kinds &= ~YS_KINDS(YS_INT);
  for (size_t i = 0; i < TYPES; i++)
    if (kinds == types[i].kinds)
      return ys_build_text(space, out, "type", ys_cstr(types[i].type));
  return add_types(space, kinds, out);
}

/* ---- documentation ------------------------------------------------------- */

static ys_status add_text(ys_space *space, ys_slot *out, const char *name,
                          ys_str text) {
  return text.len > 0 ? ys_build_text(space, out, name, text) : YS_OK;
}

/* Adds the description with the notice of deprecation, which may be empty.
 * Draft 7 has no keyword for the notice, and editors show the description. */
static ys_status add_description(ys_space *space, const ys_docs *docs,
                                 ys_slot *out) {
  ys_str text = ys_docs_text(docs, YS_WORD_DESC);
  const ys_str parts[] = {text, text.len > 0 ? YS_STR("\n\n") : YS_STR(""),
                          YS_STR("Deprecated: "), docs->deprecated};
  if (docs->deprecated.len > 0)
    YS_TRY(ys_str_join(&space->arena, parts, 4, &text));
  YS_TRY(add_text(space, out, "description", text));
  return docs->deprecated_place.line > 0
             ? ys_build_flag(space, out, "deprecated", true)
             : YS_OK;
}

static ys_status add_examples(ys_space *space, const ys_field *field,
                              ys_slot *out) {
  const ys_docs *docs = ys_view_docs(field);
  ys_slot *list = NULL;
  for (const ys_example *e = docs->examples; e != NULL; e = e->next) {
    if (!ys_view_is_json(e->value) || ys_view_masks(field, e->value)) continue;
    if (list == NULL)
      YS_TRY(ys_build_collection(space, out, "examples", YS_ARRAY, &list));
    YS_TRY(ys_build_item_value(space, list, e->value));
  }
  return YS_OK;
}

static ys_status add_default(ys_space *space, const ys_field *field,
                             ys_slot *out) {
  const ys_slot *value = ys_view_default(field);
  if (value == NULL || !ys_view_is_json(value)) return YS_OK;
  if (value->kind == YS_NULL &&
      (ys_view_final_kinds(field) & YS_KINDS(YS_NULL)) == 0)
    return YS_OK;
  return ys_build_value(space, out, "default", value);
}

/* ---- rules that cannot be expressed -------------------------------------- */

/* Adds the texts of `unsaid` to the comment and to the list. */
static ys_status add_unsaid(writer *w, const ys_slot *unsaid,
                            const ys_path *path, ys_slot *comment) {
  ys_space *space = w->space;
  ys_str text, where;
  ys_buf buf;
  YS_TRY(ys_path_text(&space->arena, path, &where));
  ys_buf_init(&buf, space->arena.memory);
  ys_buf_cstr(&buf, "must also be: ");
  for (const ys_slot *s = ys_slot_first(unsaid); s != NULL; s = s->next) {
    ys_buf_add(&buf, ys_slot_text(s));
    if (s->next != NULL) ys_buf_cstr(&buf, "; ");
  }
  YS_TRY(ys_buf_keep(&buf, &space->arena, &text));
  YS_TRY(ys_slot_set_text(&space->arena, comment, text));
  for (const ys_slot *s = ys_slot_first(unsaid); s != NULL; s = s->next) {
    ys_slot *item = ys_build_item(space, w->unsaid);
    if (item == NULL) return YS_NOMEM;
    YS_TRY(ys_slot_make_collection(&space->arena, item, YS_MAP));
    YS_TRY(ys_build_text(space, item, "path", where));
    YS_TRY(ys_build_text(space, item, "must_be", ys_slot_text(s)));
  }
  return YS_OK;
}

/* Notes that a copy is like its definition, if no reference can say it. */
static ys_status note_like(writer *w, const ys_field *field, ys_slot *unsaid) {
  const ys_str words[] = {YS_STR("like "), field->like->name,
                          YS_STR(", and may be empty")};
  ys_str text;
  if (!ys_reference_is_looser(field)) return YS_OK;
  YS_TRY(ys_str_join(&w->space->arena, words, 3, &text));
  return ys_build_item_text(w->space, unsaid, text);
}

/* Notes the keys that patterns cannot express. */
static ys_status note_keys(writer *w, const ys_field *field, ys_slot *unsaid) {
  const ys_map_type *map = ys_view_map(field);
  if (ys_reference_of(field) != NULL) return note_like(w, field, unsaid);
  if (map == NULL || ys_keypattern_says(map)) return YS_OK;
  for (uint32_t i = 0; i < map->open_count; i++) {
    const ys_str words[] = {YS_STR("keys that are named, or allowed="),
                            map->open[i].words};
    ys_str text;
    YS_TRY(ys_str_join(&w->space->arena, words, 2, &text));
    YS_TRY(ys_build_item_text(w->space, unsaid, text));
  }
  return YS_OK;
}

/* Adds the rules. The comment follows the keywords. */
static ys_status add_rules(writer *w, const ys_field *field,
                           const ys_path *path, ys_slot *out) {
  ys_slot unsaid = {0}, *comment;
  YS_TRY(ys_slot_make_collection(&w->space->arena, &unsaid, YS_ARRAY));
  YS_TRY(ys_constraint_add(w->space, field, w->dialect, out, &unsaid));
  YS_TRY(note_keys(w, field, &unsaid));
  if (ys_slot_size(&unsaid) == 0) return YS_OK;
  comment = ys_build_entry(w->space, out, YS_STR("$comment"));
  if (comment == NULL) return YS_NOMEM;
  return add_unsaid(w, &unsaid, path, comment);
}

/* ---- nodes --------------------------------------------------------------- */

/* Adds an item that will become a schema. */
static ys_status add_map_item(writer *w, ys_slot *list, ys_slot **out) {
  *out = ys_build_item(w->space, list);
  if (*out == NULL) return YS_NOMEM;
  return ys_slot_make_collection(&w->space->arena, *out, YS_MAP);
}

/* Adds a named field. A removed key must be forbidden explicitly where other
 * keys are allowed. If it is unclear which field a key belongs to, the key may
 * have any value. */
static ys_status add_named(writer *w, const ys_field *owner, uint32_t index,
                           const ys_path *path, ys_slot *properties) {
  const ys_map_type *map = ys_view_map(owner);
  const ys_field *field = &map->fields[index];
  const ys_path below = {.up = path, .key = field->key};
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
  if (removed) return ys_build_collection(w->space, node, "not", YS_MAP, &none);
  return add_node(w, field, &below, true, node);
}

static ys_status add_placeholder(writer *w, const ys_open *open,
                                 const ys_path *path, ys_slot *node) {
  const ys_path below = {.up = path, .key = open->field->key};
  return add_node(w, open->field, &below, false, node);
}

/* Adds each placeholder under its pattern. A placeholder for any key takes the
 * remaining keys. */
static ys_status add_patterns(writer *w, const ys_map_type *map,
                              const ys_path *path, ys_slot *out) {
  ys_slot *patterns = NULL, *node;
  ys_str pattern;
  for (uint32_t i = 0; i < map->open_count; i++) {
    const ys_open *open = &map->open[i];
    if (open->regexp == NULL) {
      YS_TRY(ys_build_collection(w->space, out, "additionalProperties", YS_MAP,
                                 &node));
      return add_placeholder(w, open, path, node);
    }
    if (patterns == NULL)
      YS_TRY(ys_build_collection(w->space, out, "patternProperties", YS_MAP,
                                 &patterns));
    YS_TRY(ys_keypattern(w->space, map, i, &pattern));
    node = ys_build_entry(w->space, patterns, pattern);
    if (node == NULL) return YS_NOMEM;
    YS_TRY(ys_slot_make_collection(&w->space->arena, node, YS_MAP));
    YS_TRY(add_placeholder(w, open, path, node));
  }
  return ys_build_flag(w->space, out, "additionalProperties", false);
}

/* If patterns cannot decide which placeholder a key belongs to, the key may
 * belong to any of them. */
static ys_status add_others(writer *w, const ys_map_type *map,
                            const ys_path *path, ys_slot *out) {
  const uint32_t count = ys_map_reach(map);
  ys_slot *rest, *list, *node;
  YS_TRY(ys_build_collection(w->space, out, "additionalProperties", YS_MAP,
                             &rest));
  if (count == 1) return add_placeholder(w, &map->open[0], path, rest);
  YS_TRY(ys_build_collection(w->space, rest, "anyOf", YS_ARRAY, &list));
  for (uint32_t i = 0; i < count; i++) {
    YS_TRY(add_map_item(w, list, &node));
    YS_TRY(add_placeholder(w, &map->open[i], path, node));
  }
  return YS_OK;
}

static ys_status add_properties(writer *w, const ys_field *owner,
                                const ys_path *path, ys_slot *out) {
  const ys_map_type *map = ys_view_map(owner);
  ys_slot *properties;
  YS_TRY(ys_build_collection(w->space, out, "properties", YS_MAP, &properties));
  for (uint32_t i = 0; i < map->shape->count; i++)
    YS_TRY(add_named(w, owner, i, path, properties));
  YS_TRY(ys_old_names_add(w->space, map, false, properties));
  YS_TRY(ys_required_add(&w->references, map, out));
  return ys_keypattern_says(map) ? add_patterns(w, map, path, out)
                                 : add_others(w, map, path, out);
}

static ys_status add_items(writer *w, const ys_field *item, const ys_path *path,
                           ys_slot *out) {
  const ys_path below = {.up = path, .index = YS_PATH_EVERY};
  ys_slot *node;
  YS_TRY(ys_build_collection(w->space, out, "items", YS_MAP, &node));
  return add_node(w, item, &below, false, node);
}

static ys_status add_alternatives(writer *w, const ys_field *field,
                                  const char *word, const ys_path *path,
                                  ys_slot *out) {
  const ys_field *alternative;
  ys_slot *list, *item;
  YS_TRY(ys_build_collection(w->space, out, word, YS_ARRAY, &list));
  for (uint32_t i = 0; (alternative = ys_field_child(field, i)) != NULL; i++) {
    YS_TRY(add_map_item(w, list, &item));
    YS_TRY(add_node(w, alternative, path, false, item));
  }
  return YS_OK;
}

/* Adds the alternatives in such a way that null is allowed, too. */
static ys_status add_null_or(writer *w, const ys_field *field, const char *word,
                             const ys_path *path, ys_slot *out) {
  ys_slot *list, *item;
  YS_TRY(ys_build_collection(w->space, out, "anyOf", YS_ARRAY, &list));
  YS_TRY(add_map_item(w, list, &item));
  YS_TRY(add_alternatives(w, field, word, path, item));
  YS_TRY(add_map_item(w, list, &item));
  return ys_build_text(w->space, item, "type", YS_STR("null"));
}

/* Adds the alternatives, inside allOf if a rule has added an anyOf. */
static ys_status add_choice(writer *w, const ys_field *field,
                            const ys_path *path, ys_slot *out) {
  bool wholly;
  const char *word = ys_view_choice(field, &wholly);
  ys_slot *all;
  if (word == NULL) return YS_OK;
  if (ys_build_find(out, "anyOf") != NULL) {
    YS_TRY(ys_build_collection(w->space, out, "allOf", YS_ARRAY, &all));
    YS_TRY(add_map_item(w, all, &out));
  }
  return ys_view_adds_null(field) ? add_null_or(w, field, word, path, out)
                                  : add_alternatives(w, field, word, path, out);
}

/* Adds what a field says by itself. The limit on depth bounds recursion. */
static ys_status add_contents(writer *w, const ys_field *field,
                              const ys_path *path, ys_slot *out) {
  const ys_docs *docs = ys_view_docs(field);
  w->references.preset += ys_reference_presets(field);
  YS_TRY(add_text(w->space, out, "title", ys_docs_text(docs, YS_WORD_TITLE)));
  YS_TRY(add_type(w->space, field, out));
  YS_TRY(add_description(w->space, docs, out));
  if (field->sensitive) YS_TRY(ys_build_flag(w->space, out, "writeOnly", true));
  YS_TRY(add_examples(w->space, field, out));
  YS_TRY(add_rules(w, field, path, out));
  if (ys_view_item(field) != NULL)
    YS_TRY(add_items(w, ys_view_item(field), path, out));
  if (ys_view_map(field) != NULL) YS_TRY(add_properties(w, field, path, out));
  YS_TRY(add_choice(w, field, path, out));
  w->references.preset -= ys_reference_presets(field);
  return YS_OK;
}

/* ---- copies of definitions ----------------------------------------------- */

static ys_status add_reference(writer *w, const ys_field *field,
                               const ys_path *path, ys_slot *out) {
  ys_slot null = {0};
  bool first;
  YS_TRY(ys_references_add(&w->references, field->like, path, &first));
  YS_TRY(ys_slot_make_collection(&w->space->arena, &null, YS_MAP));
  YS_TRY(ys_build_text(w->space, &null, "type", YS_STR("null")));
  return ys_reference_put(w->space, field->like, w->where,
                          ys_reference_adds_null(field) ? &null : NULL, out);
}

static ys_status add_copy(writer *w, const ys_field *field, const ys_path *path,
                          bool with_default, ys_slot *out) {
  const ys_docs docs = ys_reference_docs(field);
  ys_field own = *field;
  own.docs = &docs;
  YS_TRY(add_text(w->space, out, "title", ys_docs_text(&docs, YS_WORD_TITLE)));
  YS_TRY(add_description(w->space, &docs, out));
  YS_TRY(add_examples(w->space, &own, out));
  YS_TRY(add_rules(w, field, path, out));
  YS_TRY(ys_reference_put_selected(w->space, field, out));
  YS_TRY(ys_reference_put_required(&w->references, field, out));
  if (with_default) YS_TRY(add_default(w->space, field, out));
  if (ys_reference_is_looser(field)) return add_type(w->space, field, out);
  return add_reference(w, field, path, out);
}

static ys_status add_node(writer *w, const ys_field *field, const ys_path *path,
                          bool with_default, ys_slot *out) {
  if (ys_reference_of(field) != NULL)
    return add_copy(w, field, path, with_default, out);
  YS_TRY(add_contents(w, field, path, out));
  return with_default ? add_default(w->space, field, out) : YS_OK;
}

/* Adds the definitions that were referred to, and those that they refer to. */
static ys_status add_definitions(writer *w, ys_slot *out) {
  const ys_reference *next;
  ys_slot *definitions = NULL, *node;
  while ((next = ys_references_next(&w->references)) != NULL) {
    if (definitions == NULL)
      YS_TRY(
          ys_build_collection(w->space, out, w->where, YS_MAP, &definitions));
    node = ys_build_entry(w->space, definitions, next->definition->name);
    if (node == NULL) return YS_NOMEM;
    YS_TRY(ys_slot_make_collection(&w->space->arena, node, YS_MAP));
    YS_TRY(add_node(w, next->definition->field, next->path, false, node));
  }
  return YS_OK;
}

ys_status ys_jsonschema(ys_space *space, const ys_field *root,
                        ys_json_draft draft, ys_slot *out, ys_slot *unsaid) {
  static const struct {
    const char *name, *where;
    ys_dialect dialect;
  } rows[] = {{"http://json-schema.org/draft-07/schema#", "definitions",
               YS_DIALECT_DRAFT_07},
              {"https://json-schema.org/draft/2020-12/schema", "$defs",
               YS_DIALECT_2020_12},
              {"", "definitions", YS_DIALECT_OPENAPI}};
  writer w = {.space = space,
              .unsaid = unsaid,
              .dialect = rows[draft].dialect,
              .where = rows[draft].where,
              .references = {.space = space}};
  *out = *unsaid = (ys_slot){0};
  YS_TRY(ys_slot_make_collection(&space->arena, out, YS_MAP));
  YS_TRY(ys_slot_make_collection(&space->arena, unsaid, YS_ARRAY));
  YS_TRY(ys_build_text(space, out, "$schema", ys_cstr(rows[draft].name)));
  YS_TRY(add_node(&w, root, &(const ys_path){0}, true, out));
  return add_definitions(&w, out);
}
