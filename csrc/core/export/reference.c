#include "core/export/reference.h"

#include "core/tree/build.h"

const ys_definition *ys_reference_of(const ys_field *field) {
  return field->like != NULL && field->like->name.len > 0 ? field->like : NULL;
}

/* ---- the list ------------------------------------------------------------ */

/* Copies a path down to that of the definition that is being written, which is
 * a copy already. */
static ys_status keep_path(ys_references *r, const ys_path *path,
                           const ys_path **out) {
  for (; path != NULL && path != r->base; path = path->up) {
    ys_path *copy;
    YS_KEEP(copy, &r->space->arena, *path);
    *out = copy;
    out = &copy->up;
  }
  *out = path;
  return YS_OK;
}

ys_status ys_references_add(ys_references *references,
                            const ys_definition *definition,
                            const ys_path *path, bool *first) {
  ys_arena *arena = &references->space->arena;
  ys_reference *added;
  bool met;
  YS_TRY(ys_pairs_meet(&references->seen, arena, definition, NULL, &met));
  *first = !met;
  if (met) return YS_OK;
  YS_NEW(added, arena);
  added->definition = definition;
  if (path != NULL) YS_TRY(keep_path(references, path, &added->path));
  YS_APPEND(references->first, references->last, added);
  return YS_OK;
}

const ys_reference *ys_references_next(ys_references *references) {
  const ys_reference *next = references->first;
  if (next == NULL) return NULL;
  references->first = next->next;
  if (references->first == NULL) references->last = NULL;
  references->base = next->path;
  return next;
}

/* ---- what a copy says ---------------------------------------------------- */

ys_docs ys_reference_docs(const ys_field *field) {
  const ys_docs *below = ys_view_docs(field->like->field);
  ys_docs docs = *ys_view_docs(field);
  for (int i = 0; i < YS_DOCS_TEXTS; i++)
    if (ys_str_eq(docs.texts[i], below->texts[i])) docs.texts[i].len = 0;
  if (docs.examples == below->examples) docs.examples = NULL;
  return docs;
}

bool ys_reference_adds_null(const ys_field *field) {
  const ys_kinds null = YS_KINDS(YS_NULL);
  return (ys_view_final_kinds(field) & null) != 0 &&
         (ys_view_final_kinds(field->like->field) & null) == 0;
}

bool ys_reference_is_looser(const ys_field *field) {
  return field->implied != field->like->field->implied;
}

ys_status ys_reference_note_looser(ys_space *space, const ys_field *field,
                                   ys_slot *losses) {
  ys_str text;
  if (!ys_reference_is_looser(field)) return YS_OK;
  YS_TRY(ys_str_fill(&space->arena, "like %s, and may be empty",
                     YS_WORDS(field->like->name), &text));
  return ys_build_item_text(space, losses, text);
}

/* ---- alternatives that a key selects ------------------------------------- */

/* The field of the key of an alternative that only one value selects, or NULL.
 */
static const ys_field *selected_by(const ys_field *field) {
  const ys_map_type *map = ys_view_map(field);
  if (map == NULL || map == field->like->field->map) return NULL;
  for (uint32_t i = 0; i < map->shape->count; i++)
    if (ys_view_selects(&map->fields[i]) != NULL) return &map->fields[i];
  return NULL;
}

ys_status ys_reference_put_selected(ys_space *space, const ys_field *field,
                                    ys_slot *out) {
  const ys_field *selected = selected_by(field);
  ys_slot *properties, *node, *list;
  if (selected == NULL) return YS_OK;
  YS_TRY(ys_build_collection(space, out, "properties", YS_MAP, &properties));
  YS_TRY(ys_build_keyed_map(space, properties, selected->key, &node));
  YS_TRY(ys_build_collection(space, node, "enum", YS_ARRAY, &list));
  return ys_build_item_value(space, list, selected->selects);
}

/* ---- required keys ------------------------------------------------------- */

ys_status ys_reference_put_required(const ys_references *references,
                                    const ys_field *field, ys_slot *out) {
  ys_space *space = references->space;
  const bool plain =
      ys_reference_is_plain(references) && !ys_reference_presets(field);
  const ys_map_type *map = ys_view_map(field);
  ys_slot *list = ys_build_find(out, "required");
  for (uint32_t i = 0; map != NULL && !field->preset && i < map->shape->count;
       i++) {
    const ys_field *below = &map->fields[i];
    bool lacks = false;
    if (plain) YS_TRY(ys_view_lacks(space, below, &lacks));
    if (!lacks && (below->required == NULL || !below->required->preset ||
                   below->renamed != NULL))
      continue;
    if (list == NULL)
      YS_TRY(ys_build_collection(space, out, "required", YS_ARRAY, &list));
    YS_TRY(ys_build_item_text(space, list, below->key->text));
  }
  return YS_OK;
}

/* ---- the reference ------------------------------------------------------- */

static ys_status put_ref(ys_space *space, const ys_definition *definition,
                         const char *where, ys_slot *out) {
  ys_str text;
  YS_TRY(ys_str_fill(&space->arena, "#/%s/%s",
                     YS_WORDS(ys_cstr(where), definition->name), &text));
  return ys_build_text(space, out, "$ref", text);
}

static ys_status add_map(ys_space *space, ys_slot *list, ys_slot **out) {
  return ys_build_item_map(space, list, out);
}

ys_status ys_reference_all_of(ys_space *space, ys_slot *out, ys_slot **list) {
  *list = ys_build_find(out, "allOf");
  return *list != NULL
             ? YS_OK
             : ys_build_collection(space, out, "allOf", YS_ARRAY, list);
}

ys_status ys_reference_put(ys_space *space, const ys_definition *definition,
                           const char *where, const ys_slot *null,
                           ys_slot *out) {
  ys_slot *list, *item;
  const bool free = null != NULL ? ys_build_find(out, "anyOf") == NULL
                                 : ys_slot_size(out) == 0;
  if (!free) {
    YS_TRY(ys_reference_all_of(space, out, &list));
    YS_TRY(add_map(space, list, &out));
  }
  if (null == NULL) return put_ref(space, definition, where, out);
  YS_TRY(ys_build_collection(space, out, "anyOf", YS_ARRAY, &list));
  YS_TRY(add_map(space, list, &item));
  YS_TRY(put_ref(space, definition, where, item));
  return ys_build_item_value(space, list, null);
}
