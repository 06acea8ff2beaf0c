#include "core/export/describe.h"

#include "core/export/facts.h"
#include "core/export/reference.h"
#include "core/print/emit.h"
#include "core/tree/build.h"
#include "core/type/choice.h"
#include "core/type/selector.h"

typedef struct describer {
  ys_space *space;
  ys_value_form form;
  ys_references references;
  uint32_t depth;
} describer;

/* ---- values -------------------------------------------------------------- */

static ys_status value_text(ys_space *space, const ys_slot *value,
                            ys_str *out) {
  ys_buf buf = ys_buf_of(space->arena.memory);
  ys_emit_yaml(value, &buf);
  YS_TRY(ys_buf_keep(&buf, &space->arena, out));
  out->len--;
  return YS_OK;
}

/* Adds a value. One that must not be shown is NULL. */
static ys_status add_value(describer *t, ys_slot *out, const char *name,
                           const ys_slot *value) {
  ys_str text;
  if (value == NULL) return ys_build_text(t->space, out, name, YS_MASKED);
  if (t->form == YS_AS_VALUES)
    return ys_build_value(t->space, out, name, value);
  YS_TRY(value_text(t->space, value, &text));
  return ys_build_text(t->space, out, name, text);
}

/* ---- types --------------------------------------------------------------- */

static const ys_kind kinds_in_order[] = {YS_STRING, YS_BOOL, YS_INT, YS_FLOAT,
                                         YS_ARRAY,  YS_MAP,  YS_NULL};

enum { KIND_COUNT = sizeof kinds_in_order / sizeof *kinds_in_order };

static ys_status add_type(ys_space *space, const ys_field *field,
                          ys_slot *out) {
  const ys_kinds kinds = ys_view_kinds(field);
  ys_slot *list;
  if (kinds == YS_KINDS_ANY)
    return ys_build_text(space, out, "type", ys_kind_name(YS_ANY));
  if ((kinds & (kinds - 1)) != 0) { /* more than one */
    YS_TRY(ys_build_collection(space, out, "type", YS_ARRAY, &list));
    for (size_t i = 0; i < KIND_COUNT; i++)
      if ((kinds & YS_KINDS(kinds_in_order[i])) != 0)
        YS_TRY(
            ys_build_item_text(space, list, ys_kind_name(kinds_in_order[i])));
    return YS_OK;
  }
  for (size_t i = 0; i < KIND_COUNT; i++)
    if (kinds == YS_KINDS(kinds_in_order[i]))
      return ys_build_text(space, out, "type", ys_kind_name(kinds_in_order[i]));
  return YS_OK;
}

/* ---- documentation ------------------------------------------------------- */

static ys_status add_text(ys_space *space, ys_slot *out, const char *name,
                          ys_str text) {
  return text.len > 0 ? ys_build_text(space, out, name, text) : YS_OK;
}

static ys_status add_examples(describer *t, const ys_field *field,
                              const char *name, const ys_example *e,
                              ys_slot *out) {
  ys_space *space = t->space;
  ys_slot *list, *item;
  YS_TRY(ys_build_collection(space, out, name, YS_ARRAY, &list));
  for (; e != NULL; e = e->next) {
    item = ys_build_item(space, list);
    if (item == NULL) return YS_NOMEM;
    YS_TRY(ys_slot_make_collection(&space->arena, item, YS_MAP));
    YS_TRY(add_value(t, item, "value",
                     ys_view_masks(field, e->value) ? NULL : e->value));
    if (e->description.ptr != NULL)
      YS_TRY(ys_build_text(space, item, "description", e->description));
    else if (ys_build_entry(space, item, YS_STR("description")) == NULL)
      return YS_NOMEM;
  }
  return YS_OK;
}

static ys_status add_names(ys_space *space, const char *name,
                           const ys_renamed *names, ys_slot *out) {
  ys_slot *list;
  YS_TRY(ys_build_collection(space, out, name, YS_ARRAY, &list));
  for (; names != NULL; names = names->next)
    YS_TRY(ys_build_item_text(space, list, names->text));
  return YS_OK;
}

static ys_status add_fact(describer *t, const ys_field *field,
                          const ys_fact_row *row, ys_slot *out) {
  const ys_fact fact = ys_fact_of(field, ys_view_docs(field), row);
  if (!fact.given) return YS_OK;
  switch (row->kind) {
  case YS_FACT_FLAG: return ys_build_flag(t->space, out, row->name, true);
  case YS_FACT_EXAMPLES:
    return add_examples(t, field, row->name, fact.examples, out);
  case YS_FACT_NAMES: return add_names(t->space, row->name, fact.names, out);
  default: return ys_build_text(t->space, out, row->name, fact.text);
  }
}

/* Adds flags, which stand beside the type, or all facts but flags and title. */
static ys_status add_facts(describer *t, const ys_field *field, bool flags,
                           ys_slot *out) {
  for (size_t i = YS_FACT_ROW_TITLE + 1; i < YS_FACT_COUNT; i++)
    if ((ys_fact_rows[i].kind == YS_FACT_FLAG) == flags)
      YS_TRY(add_fact(t, field, &ys_fact_rows[i], out));
  return YS_OK;
}

/* ---- references ---------------------------------------------------------- */

static ys_status add_paths(ys_space *space, ys_slot *out, const char *name,
                           const ys_target *paths, uint32_t count) {
  ys_slot *list;
  YS_TRY(ys_build_collection(space, out, name, YS_ARRAY, &list));
  for (uint32_t i = 0; i < count; i++)
    YS_TRY(ys_build_item_text(space, list, paths[i].text));
  return YS_OK;
}

static ys_status add_scope(ys_space *space, ys_slot *out, ys_scope scope) {
  if (scope == YS_SCOPE_DOCUMENT) return YS_OK;
  return ys_build_text(space, out, "scope", ys_cstr(ys_scope_names[scope]));
}

/* Appends a map to the list `name`, which is made if there is none. */
static ys_status begin_item(ys_space *space, ys_slot *out, const char *name,
                            ys_slot **item) {
  ys_slot *list = ys_build_find(out, name);
  if (list == NULL)
    YS_TRY(ys_build_collection(space, out, name, YS_ARRAY, &list));
  *item = ys_build_item(space, list);
  if (*item == NULL) return YS_NOMEM;
  return ys_slot_make_collection(&space->arena, *item, YS_MAP);
}

/* Adds what distinguishes the items of an array, and what a value refers to. */
static ys_status add_references(ys_space *space, const ys_field *field,
                                ys_slot *out) {
  ys_slot *item;
  for (const ys_identity *i = field->identities; i != NULL; i = i->next) {
    YS_TRY(begin_item(space, out, "identity", &item));
    YS_TRY(add_paths(space, item, "keys", i->keys, i->count));
    YS_TRY(add_scope(space, item, i->scope));
  }
  for (const ys_refers *r = field->references; r != NULL; r = r->next) {
    YS_TRY(begin_item(space, out, "refers", &item));
    YS_TRY(add_paths(space, item, "to", r->targets, r->count));
    YS_TRY(add_scope(space, item, r->scope));
    YS_TRY(add_text(space, item, "kind", r->kind));
    YS_TRY(add_text(space, item, "when", r->when_text));
  }
  return YS_OK;
}

/* ---- keys ---------------------------------------------------------------- */

static ys_status begin_rule(ys_space *space, ys_slot *out, ys_str must_be,
                            ys_str rule, ys_slot **item) {
  ys_slot *list = ys_build_find(out, "validations");
  if (list == NULL)
    YS_TRY(ys_build_collection(space, out, "validations", YS_ARRAY, &list));
  *item = ys_build_item(space, list);
  if (*item == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_make_collection(&space->arena, *item, YS_MAP));
  YS_TRY(ys_build_text(space, *item, "must_be", must_be));
  return add_text(space, *item, "rule", rule);
}

static ys_status add_required(ys_space *space, const ys_required *required,
                              ys_slot *out) {
  ys_str words = YS_STR("given");
  ys_slot *item;
  if (required->text.len > 0)
    YS_TRY(ys_str_fill(&space->arena, "given: %s", YS_WORDS(required->text),
                       &words));
  YS_TRY(begin_rule(space, out, words, YS_STR("required"), &item));
  return add_text(space, item, "argument", required->text);
}

/* Adds how many keys a placeholder, or a key that is not inserted, may have. */
static ys_status add_keys(ys_space *space, const ys_field *field,
                          const ys_open *open, ys_slot *out) {
  ys_str words = YS_STR("an optional key");
  ys_slot *item;
  if (field->required != NULL) return add_required(space, field->required, out);
  if (field->count != NULL) {
    words = field->count->words;
  } else if (open != NULL) {
    YS_TRY(ys_str_fill(&space->arena, "any number of keys (allowed=%s)",
                       YS_WORDS(open->words), &words));
  } else if (!field->optional) {
    return YS_OK;
  }
  YS_TRY(begin_rule(space, out, words, YS_STR("key"), &item));
  return open != NULL ? ys_build_text(space, item, "argument", open->words)
                      : YS_OK;
}

/* ---- rules --------------------------------------------------------------- */

static ys_status add_rule(describer *t, const ys_rule_fact *rule,
                          ys_slot *out) {
  ys_space *space = t->space;
  ys_slot *item;
  YS_TRY(begin_rule(space, out, rule->must_be, rule->name, &item));
  if (rule->argument != NULL && rule->named->word == YS_RULE_ONE_OF)
    YS_TRY(ys_build_value(space, item, "argument", rule->argument));
  else if (rule->argument != NULL)
    YS_TRY(add_value(t, item, "argument", rule->argument));
  return rule->conditional ? ys_build_text(space, item, "when", rule->when)
                           : YS_OK;
}

static ys_status add_rules(describer *t, const ys_field *field, ys_slot *out) {
  ys_rule_walk walk = ys_view_rules(field);
  ys_rule_fact rule;
  while (ys_view_next_rule(&walk, &rule))
    YS_TRY(add_rule(t, &rule, out));
  return YS_OK;
}

/* ---- fields -------------------------------------------------------------- */

/* The position of a field. It decides the name: a document is named after its
 * kind. */
typedef enum place { DOCUMENT, ENTRY, ITEM } place;

/* Adds a field. `open` makes it a placeholder, or is NULL. */
static ys_status add_field(describer *t, const ys_field *field, place stands,
                           const ys_open *open, ys_slot *out);

static ys_status add_child(describer *t, const ys_field *field, place stands,
                           const ys_open *open, ys_slot *list) {
  ys_slot *item = ys_build_item(t->space, list);
  if (item == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_make_collection(&t->space->arena, item, YS_MAP));
  t->depth++;
  YS_TRY(add_field(t, field, stands, open, item));
  t->depth--;
  return YS_OK;
}

/* Adds the name of the definition that a field is a copy of. What is below it
 * is described once, where it is used first. */
static ys_status add_like(describer *t, const ys_field *field, bool *expand,
                          ys_slot *out) {
  const ys_definition *like = ys_reference_of(field);
  *expand = true;
  if (like == NULL) return YS_OK;
  YS_TRY(ys_build_text(t->space, out, "like", like->name));
  *expand = t->depth < t->space->limits.max_depth;
  return *expand ? ys_references_add(&t->references, like, NULL, expand)
                 : YS_OK;
}

/* Adds the key that selects an alternative, and the value that selects each,
 * unless these must not be shown. */
static ys_status add_selector(describer *t, const ys_choice *choice,
                              ys_slot *out) {
  const ys_selector *by = choice->by;
  ys_space *space = t->space;
  ys_slot *list;
  ys_str text;
  if (by == NULL) return YS_OK;
  YS_TRY(ys_build_text(space, out, "by", by->key->text));
  if (ys_choice_is_masked(choice, by->key)) return YS_OK;
  YS_TRY(ys_build_collection(space, out, "kinds", YS_ARRAY, &list));
  for (uint32_t i = 0; i < by->count; i++) {
    if (t->form == YS_AS_VALUES) {
      YS_TRY(ys_build_item_value(space, list, by->kinds[i]));
    } else {
      YS_TRY(value_text(space, by->kinds[i], &text));
      YS_TRY(ys_build_item_text(space, list, text));
    }
  }
  return YS_OK;
}

/* Adds the rule that the value fits alternatives. They are its argument. */
static ys_status add_choice(describer *t, const ys_field *field, bool expand,
                            ys_slot *out) {
  const ys_choice *choice = field->choice;
  ys_slot *item, *list;
  ys_str words;
  if (choice == NULL) return YS_OK;
  YS_TRY(ys_choice_expected(&t->space->arena, choice, &words));
  YS_TRY(begin_rule(t->space, out, words,
                    ys_cstr(ys_choice_modes[choice->mode]), &item));
  YS_TRY(add_selector(t, choice, item));
  if (!expand) return YS_OK;
  YS_TRY(ys_build_collection(t->space, item, "argument", YS_ARRAY, &list));
  for (uint32_t i = 0; i < choice->count; i++)
    YS_TRY(add_child(t, &choice->alternatives[i], ITEM, NULL, list));
  return YS_OK;
}

static ys_status add_fields(describer *t, const ys_field *field, ys_slot *out) {
  const ys_map_type *map = ys_view_map(field);
  const ys_field *item = ys_view_item(field);
  ys_slot *list;
  if (map == NULL && item == NULL) return YS_OK;
  YS_TRY(ys_build_collection(t->space, out, "fields", YS_ARRAY, &list));
  if (item != NULL) return add_child(t, item, ITEM, NULL, list);
  for (uint32_t i = 0; i < map->shape->count; i++)
    if (!ys_is_removed(&map->fields[i]))
      YS_TRY(add_child(t, &map->fields[i], ENTRY, NULL, list));
  for (uint32_t i = 0; i < map->open_count; i++)
    YS_TRY(add_child(t, map->open[i].field, ENTRY, &map->open[i], list));
  return YS_OK;
}

static ys_status add_field(describer *t, const ys_field *field, place stands,
                           const ys_open *open, ys_slot *out) {
  ys_space *space = t->space;
  /* Whether the field has a value even if none is given. */
  const bool given = stands != ITEM && !field->optional;
  const ys_slot *preset = given ? ys_view_default(field) : NULL;
  ys_str title;
  bool expand;
  if (stands == DOCUMENT)
    YS_TRY(ys_build_text(space, out, "name", YS_STR("data/values")));
  else if (stands == ENTRY)
    YS_TRY(ys_build_text(space, out, "name", field->key->text));
  YS_TRY(ys_view_title(&space->arena, field, &title));
  YS_TRY(add_text(space, out, "title", title));
  YS_TRY(add_type(space, field, out));
  YS_TRY(add_facts(t, field, true, out));
  YS_TRY(add_like(t, field, &expand, out));
  if (preset != NULL || (given && ys_view_masks_default(field)))
    YS_TRY(add_value(t, out, "default", preset));
  YS_TRY(add_facts(t, field, false, out));
  YS_TRY(add_references(space, field, out));
  YS_TRY(add_keys(space, field, open, out));
  YS_TRY(add_choice(t, field, expand, out));
  YS_TRY(add_rules(t, field, out));
  return expand ? add_fields(t, field, out) : YS_OK;
}

ys_status ys_describe(ys_space *space, const ys_field *root, ys_value_form form,
                      ys_slot *out) {
  describer t = {space, form, {.space = space}, 0};
  ys_slot *schema;
  *out = (ys_slot){0};
  YS_TRY(ys_slot_make_collection(&space->arena, out, YS_MAP));
  YS_TRY(ys_build_collection(space, out, "schema", YS_MAP, &schema));
  return add_field(&t, root, DOCUMENT, NULL, schema);
}
