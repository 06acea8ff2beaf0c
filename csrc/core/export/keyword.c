#include "core/export/keyword.h"

#include "core/export/facts.h"
#include "core/export/key_pattern.h"
#include "core/tree/build.h"
#include "core/type/text_rules.h"

/* Whether the dialect can express the value. OpenAPI is written as YAML. */
static bool expresses(const ys_export_writer *w, const ys_slot *value) {
  return ys_is_openapi(w) || ys_view_is_json(value);
}

/* ---- types --------------------------------------------------------------- */

static const struct {
  ys_kinds kinds;
  const char *type, *format; /* the format is one of OpenAPI's */
} types[] = {{YS_KINDS(YS_STRING), "string", NULL},
             {YS_KINDS(YS_BOOL), "boolean", NULL},
             {YS_KINDS(YS_INT), "integer", NULL},
             {YS_KINDS(YS_FLOAT), "number", "float"},
             {YS_KINDS(YS_ARRAY), "array", NULL},
             {YS_KINDS(YS_MAP), "object", NULL},
             {YS_KINDS(YS_NULL), "null", NULL}};

enum { ALL_TYPES = sizeof types / sizeof *types };

ys_kinds ys_keyword_kind(size_t index) {
  return types[index].kinds;
}

size_t ys_keyword_type_of(ys_kinds kinds) {
  size_t i = 0;
  while (i < YS_EXPORT_TYPES && types[i].kinds != kinds)
    i++;
  return i;
}

ys_status ys_keyword_type(const ys_export_writer *w, size_t index, bool closed,
                          ys_slot *out) {
  YS_TRY(ys_build_text(w->space, out, "type", ys_cstr(types[index].type)));
  if (closed)
    YS_TRY(ys_build_flag(w->space, out, "additionalProperties", false));
  return types[index].format == NULL
             ? YS_OK
             : ys_build_text(w->space, out, "format",
                             ys_cstr(types[index].format));
}

ys_status ys_keyword_types(const ys_export_writer *w, const ys_field *field,
                           ys_slot *out) {
  ys_kinds kinds = ys_view_final_kinds(field);
  ys_slot *list;
  if (kinds == YS_KINDS_ANY) return YS_OK;
  if (kinds == 0) /* only null, which a rule forbids */
    return ys_build_collection(w->space, out, "not", YS_MAP, &list);
  if ((kinds & YS_KINDS(YS_FLOAT)) != 0) /* "number" includes integers */
    kinds &= ~YS_KINDS(YS_INT);
  for (size_t i = 0; i < ALL_TYPES; i++)
    if (kinds == types[i].kinds)
      return ys_build_text(w->space, out, "type", ys_cstr(types[i].type));
  YS_TRY(ys_build_collection(w->space, out, "type", YS_ARRAY, &list));
  for (size_t i = 0; i < ALL_TYPES; i++)
    if ((kinds & types[i].kinds) != 0)
      YS_TRY(ys_build_item_text(w->space, list, ys_cstr(types[i].type)));
  return YS_OK;
}

/* `nullable` applies only to a `type` in the same node, and OpenAPI 3.0 has no
 * type that is null: so it is an enum without a type. */
ys_status ys_keyword_null(const ys_export_writer *w, ys_slot *out) {
  ys_slot *values;
  if (!ys_is_openapi(w))
    return ys_build_text(w->space, out, "type", YS_STR("null"));
  YS_TRY(ys_build_flag(w->space, out, "nullable", true));
  YS_TRY(ys_build_collection(w->space, out, "enum", YS_ARRAY, &values));
  return ys_build_item(w->space, values) != NULL ? YS_OK : YS_NOMEM;
}

/* ---- documentation ------------------------------------------------------- */

/* Appends the notice of deprecation to a description of a JSON Schema: there is
 * no keyword for it, and editors show the description. */
static ys_status append_notice(const ys_export_writer *w, ys_str notice,
                               ys_fact *description) {
  if (notice.len == 0 || ys_is_openapi(w)) return YS_OK;
  const char *between = description->given ? "\n\n" : "";
  description->given = true;
  return ys_str_fill(&w->space->arena, "%s%sDeprecated: %s",
                     YS_WORDS(description->text, ys_cstr(between), notice),
                     &description->text);
}

/* Adds a note. OpenAPI's `externalDocs` is a map with the address of a page. */
static ys_status add_note(const ys_export_writer *w, const char *keyword,
                          ys_str text, ys_slot *out) {
  ys_slot *page;
  if (strcmp(keyword, "externalDocs") != 0)
    return ys_build_text(w->space, out, keyword, text);
  if (!ys_str_starts(text, YS_STR("https://")) &&
      !ys_str_starts(text, YS_STR("http://")))
    return YS_OK;
  YS_TRY(ys_build_collection(w->space, out, keyword, YS_MAP, &page));
  return ys_build_text(w->space, page, "url", text);
}

/* Adds the only example that OpenAPI has room for. */
static ys_status add_example(ys_space *space, const char *keyword,
                             const ys_example *example, ys_slot *out) {
  if (example->description.ptr != NULL)
    YS_TRY(ys_build_text(space, out, "x-example-description",
                         example->description));
  return ys_build_value(space, out, keyword, example->value);
}

static ys_status add_examples(const ys_export_writer *w,
                              const ys_export_node *n, const char *keyword) {
  ys_slot *list = NULL;
  for (const ys_example *e = n->docs->examples; e != NULL; e = e->next) {
    if (!expresses(w, e->value) || ys_view_masks(n->field, e->value)) continue;
    if (ys_is_openapi(w)) return add_example(w->space, keyword, e, n->out);
    if (list == NULL)
      YS_TRY(ys_build_collection(w->space, n->out, keyword, YS_ARRAY, &list));
    YS_TRY(ys_build_item_value(w->space, list, e->value));
  }
  return YS_OK;
}

static ys_status add_fact(const ys_export_writer *w, const ys_export_node *n,
                          const ys_fact_row *row) {
  const char *keyword = ys_is_openapi(w) ? row->openapi : row->json;
  ys_fact fact = ys_fact_of(n->field, n->docs, row);
  if (row->word == YS_WORD_DESC)
    YS_TRY(append_notice(w, n->docs->deprecated, &fact));
  if (!fact.given || keyword == NULL) return YS_OK;
  switch (row->kind) {
  case YS_FACT_FLAG:
  case YS_FACT_NOTICE: return ys_build_flag(w->space, n->out, keyword, true);
  case YS_FACT_NOTE: return add_note(w, keyword, fact.text, n->out);
  case YS_FACT_EXAMPLES: return add_examples(w, n, keyword);
  default: return ys_build_text(w->space, n->out, keyword, fact.text);
  }
}

ys_status ys_keyword_title(const ys_export_writer *w, const ys_export_node *n) {
  return add_fact(w, n, &ys_fact_rows[YS_FACT_ROW_TITLE]);
}

/* A definition that is sensitive says so itself. */
ys_status ys_keyword_docs(const ys_export_writer *w, const ys_export_node *n) {
  const ys_definition *like = ys_reference_of(n->field);
  const bool said = like != NULL && like->field->sensitive;
  for (size_t i = YS_FACT_ROW_TITLE + 1; i < YS_FACT_COUNT; i++)
    if (!said || ys_fact_rows[i].word != YS_WORD_SENSITIVE)
      YS_TRY(add_fact(w, n, &ys_fact_rows[i]));
  return YS_OK;
}

/* OpenAPI shows the default of a map at its keys. */
ys_status ys_keyword_default(const ys_export_writer *w,
                             const ys_export_node *n) {
  const ys_slot *value = ys_view_default(n->field);
  if (!n->with_default || value == NULL || !expresses(w, value)) return YS_OK;
  if (ys_is_openapi(w) && ys_view_map(n->field) != NULL) return YS_OK;
  if (value->kind == YS_NULL &&
      (ys_view_final_kinds(n->field) & YS_KINDS(YS_NULL)) == 0)
    return YS_OK;
  return ys_build_value(w->space, n->out, "default", value);
}

/* ---- rules --------------------------------------------------------------- */

/* Adds the texts of `losses` to the comment. */
static ys_status add_comment(ys_space *space, const ys_slot *losses,
                             ys_slot *out) {
  ys_str text;
  ys_buf buf = ys_buf_of(space->arena.memory);
  ys_buf_cstr(&buf, "must also be: ");
  for (const ys_slot *s = ys_slot_first(losses); s != NULL; s = s->next) {
    ys_buf_add(&buf, ys_slot_text(s));
    if (s->next != NULL) ys_buf_cstr(&buf, "; ");
  }
  YS_TRY(ys_buf_keep(&buf, &space->arena, &text));
  return ys_build_text(space, out, "$comment", text);
}

/* Adds the texts of `losses` to the list. */
static ys_status list_losses(const ys_export_writer *w, const ys_slot *losses,
                             const ys_path *path) {
  ys_slot *item;
  ys_str where;
  YS_TRY(ys_path_text(&w->space->arena, path, &where));
  for (const ys_slot *s = ys_slot_first(losses); s != NULL; s = s->next) {
    YS_TRY(ys_build_item_map(w->space, w->losses, &item));
    YS_TRY(ys_build_text(w->space, item, "path", where));
    YS_TRY(ys_build_text(w->space, item, "must_be", ys_slot_text(s)));
  }
  return YS_OK;
}

/* Notes the keys that patterns cannot express. */
static ys_status note_keys(const ys_export_writer *w, const ys_field *field,
                           ys_slot *losses) {
  const ys_map_type *map = ys_view_map(field);
  if (ys_reference_of(field) != NULL)
    return ys_reference_note_looser(w->space, field, losses);
  if (map == NULL || ys_keypattern_says(map)) return YS_OK;
  for (uint32_t i = 0; i < map->open_count; i++) {
    ys_str text;
    YS_TRY(ys_str_fill(&w->space->arena, "keys that are named, or allowed=%s",
                       YS_WORDS(map->open[i].words), &text));
    YS_TRY(ys_build_item_text(w->space, losses, text));
  }
  return YS_OK;
}

/* Notes the rules about texts, which no keyword expresses. */
static ys_status note_texts(ys_space *space, const ys_text_rules *rules,
                            ys_slot *losses) {
  const struct {
    const char *frame;
    ys_str text;
  } rows[] = {{"any scalar or a variable that matches %s", rules->any_text},
              {"a string or a variable that matches %s", rules->strings_text},
              {"in a file that ends with %s", rules->end}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ys_str text;
    if (rows[i].text.len == 0) continue;
    YS_TRY(ys_str_fill(&space->arena, rows[i].frame, YS_WORDS(rows[i].text),
                       &text));
    YS_TRY(ys_build_item_text(space, losses, text));
  }
  return YS_OK;
}

/* The comment follows the keywords. */
ys_status ys_keyword_rules(ys_export_writer *w, const ys_export_node *n) {
  ys_slot losses = {0};
  YS_TRY(ys_slot_make_collection(&w->space->arena, &losses, YS_ARRAY));
  YS_TRY(ys_constraint_add(w->space, n->field, w->dialect, &w->embedded, n->out,
                           &losses));
  YS_TRY(note_keys(w, n->field, &losses));
  if (n->field->text_rules != NULL)
    YS_TRY(note_texts(w->space, n->field->text_rules, &losses));
  if (ys_slot_size(&losses) == 0) return YS_OK;
  if (!ys_is_openapi(w)) YS_TRY(add_comment(w->space, &losses, n->out));
  return list_losses(w, &losses, n->path);
}
