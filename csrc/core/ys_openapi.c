#include "ys_openapi.h"

#include "ys_build.h"
#include "ys_constraint.h"

static ys_status add_node(ys_space *space, const ys_field *field, ys_slot *out);

/* ---- types -------------------------------------------------------------- */

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

/* A map of given fields has no others. */
static ys_status add_one_type(ys_space *space, size_t i, bool closed,
                              ys_slot *out) {
  YS_TRY(ys_build_text(space, out, "type", ys_cstr(types[i].type)));
  if (closed) YS_TRY(ys_build_flag(space, out, "additionalProperties", false));
  if (types[i].format == NULL) return YS_OK;
  return ys_build_text(space, out, "format", ys_cstr(types[i].format));
}

/* OpenAPI 3.0 has no lists of types. */
static ys_status add_alternatives(ys_space *space, ys_kinds kinds,
                                  ys_slot *out) {
  ys_slot *list, *item, *items;
  YS_TRY(ys_build_collection(space, out, "anyOf", YS_ARRAY, &list));
  for (size_t i = 0; i < TYPES; i++) {
    if ((kinds & types[i].kinds) == 0) continue;
    item = ys_build_item(space, list);
    if (item == NULL) return YS_NOMEM;
    YS_TRY(ys_slot_make_collection(&space->arena, item, YS_MAP));
    YS_TRY(add_one_type(space, i, false, item));
    if (types[i].kinds == YS_KINDS(YS_ARRAY)) /* an array must have them */
      YS_TRY(ys_build_collection(space, item, "items", YS_MAP, &items));
  }
  return YS_OK;
}

static ys_status add_type(ys_space *space, const ys_field *field,
                          ys_slot *out) {
  const ys_kinds null = YS_KINDS(YS_NULL);
  const ys_kinds kinds = ys_facts_kinds(field) & ~null;
  const bool closed = ys_facts_is_closed(field);
  if (kinds != (YS_KINDS_ANY & ~null)) {
    size_t i = 0;
    while (i < TYPES && types[i].kinds != kinds)
      i++;
    if (i < TYPES)
      YS_TRY(add_one_type(space, i, closed, out));
    else if (kinds != 0)
      YS_TRY(add_alternatives(space, kinds, out));
  }
  if ((ys_facts_final_kinds(field) & null) == 0) return YS_OK;
  return ys_build_flag(space, out, "nullable", true);
}

/* ---- documentation ------------------------------------------------------ */

static ys_status add_text(ys_space *space, ys_slot *out, const char *name,
                          ys_str text) {
  return text.len > 0 ? ys_build_text(space, out, name, text) : YS_OK;
}

static ys_status add_docs(ys_space *space, const ys_docs *docs, ys_slot *out) {
  if (docs->deprecated.len > 0)
    YS_TRY(ys_build_flag(space, out, "deprecated", true));
  YS_TRY(add_text(space, out, "description", docs->description));
  if (docs->examples == NULL) return YS_OK;
  YS_TRY(add_text(space, out, "x-example-description",
                  docs->examples->description));
  return ys_build_value(space, out, "example", docs->examples->value);
}

/* ---- nodes -------------------------------------------------------------- */

static ys_status add_items(ys_space *space, const ys_field *field,
                           ys_slot *out) {
  const ys_field *item = ys_facts_item(field);
  ys_slot *items;
  if ((ys_facts_kinds(field) & ~YS_KINDS(YS_NULL)) != YS_KINDS(YS_ARRAY))
    return YS_OK;
  YS_TRY(ys_build_collection(space, out, "items", YS_MAP, &items));
  return item != NULL ? add_node(space, item, items) : YS_OK;
}

static ys_status add_properties(ys_space *space, const ys_field *field,
                                ys_slot *out) {
  const ys_map_type *map = ys_facts_map(field);
  ys_slot *properties;
  if (map == NULL) return YS_OK;
  YS_TRY(ys_build_collection(space, out, "properties", YS_MAP, &properties));
  for (uint32_t i = 0; i < map->shape.count; i++) {
    const ys_field *below = &map->fields[i];
    ys_slot *node;
    if (ys_facts_is_gone(below)) continue;
    node = ys_build_entry(space, properties, below->key->text);
    if (node == NULL) return YS_NOMEM;
    YS_TRY(ys_slot_make_collection(&space->arena, node, YS_MAP));
    YS_TRY(add_node(space, below, node));
  }
  if (ys_facts_others(field) == NULL) return YS_OK;
  YS_TRY(ys_build_collection(space, out, "additionalProperties", YS_MAP,
                             &properties));
  return add_node(space, ys_facts_others(field), properties);
}

/* Behind allOf, since a rule may have an anyOf of its own. */
static ys_status add_choice(ys_space *space, const ys_field *field,
                            ys_slot *out) {
  const char *word = ys_facts_choice(field);
  ys_slot *all, *one, *list, *item;
  const ys_field *alternative;
  if (word == NULL) return YS_OK;
  YS_TRY(ys_build_collection(space, out, "allOf", YS_ARRAY, &all));
  one = ys_build_item(space, all);
  if (one == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_make_collection(&space->arena, one, YS_MAP));
  YS_TRY(ys_build_collection(space, one, word, YS_ARRAY, &list));
  for (uint32_t i = 0; (alternative = ys_field_child(field, i)) != NULL; i++) {
    item = ys_build_item(space, list);
    if (item == NULL) return YS_NOMEM;
    YS_TRY(ys_slot_make_collection(&space->arena, item, YS_MAP));
    YS_TRY(add_node(space, alternative, item));
  }
  return YS_OK;
}

/* A map shows no default of its own. */
static ys_status add_default(ys_space *space, const ys_field *field,
                             ys_slot *out) {
  const ys_slot *value = ys_facts_default(field);
  const bool null_forbidden =
      (ys_facts_final_kinds(field) & YS_KINDS(YS_NULL)) == 0;
  if (value == NULL || ys_facts_map(field) != NULL) return YS_OK;
  if (value->kind == YS_NULL && null_forbidden) return YS_OK;
  return ys_build_value(space, out, "default", value);
}

/* Recursion is bounded by the limit on depth at parse. */
static ys_status add_node(ys_space *space, const ys_field *field,
                          ys_slot *out) {
  const ys_docs *docs = ys_facts_docs(field);
  ys_slot unsaid = {0};
  YS_TRY(ys_slot_make_collection(&space->arena, &unsaid, YS_ARRAY));
  YS_TRY(add_text(space, out, "title", docs->title));
  YS_TRY(add_type(space, field, out));
  YS_TRY(add_docs(space, docs, out));
  YS_TRY(ys_constraint_add(space, field, out, &unsaid));
  YS_TRY(add_items(space, field, out));
  YS_TRY(add_properties(space, field, out));
  YS_TRY(add_choice(space, field, out));
  return add_default(space, field, out);
}

/* ---- the document ------------------------------------------------------- */

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
  ys_slot *components, *schemas, *node;
  *out = (ys_slot){0};
  YS_TRY(ys_slot_make_collection(&space->arena, out, YS_MAP));
  YS_TRY(add_head(space, out));
  YS_TRY(ys_build_collection(space, out, "components", YS_MAP, &components));
  YS_TRY(ys_build_collection(space, components, "schemas", YS_MAP, &schemas));
  YS_TRY(ys_build_collection(space, schemas, "dataValues", YS_MAP, &node));
  return add_node(space, root, node);
}
