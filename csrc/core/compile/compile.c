#include "core/compile/compile.h"

#include "core/annotation/argument.h"
#include "core/compile/docs.h"
#include "core/compile/sensitive.h"
#include "core/reference/read.h"
#include "core/rule/rule.h"

typedef ys_compile_node node;

/* Adds a record at the slot. */
static ys_status error(ys_compiling *c, ys_code code, const ys_slot *slot) {
  return ys_space_note(c->space, code, ys_slot_place(slot), (ys_str){0},
                       (ys_str){0});
}

static bool is_lenient(const ys_compiling *c) {
  return c->reading.rules != YS_DIALECT_CURRENT;
}

/* ---- inference ----------------------------------------------------------- */

void ys_compile_any(ys_field *field) {
  ys_field_set_kind(field, YS_ANY);
}

static ys_status make_item(ys_compiling *c, ys_field *field) {
  YS_NEW(field->item, &c->space->arena);
  field->item->place = field->place;
  ys_compile_any(field->item);
  field->item->default_value = ys_arena_new(&c->space->arena, ys_slot);
  return field->item->default_value == NULL ? YS_NOMEM : YS_OK;
}

/* An identity above an item says how the items of this array differ, as one
 * above the array does (reference#identity). An item that is an array has
 * items of its own; so may one that has its schema by name. */
static ys_status compile_item(ys_compiling *c, const ys_slot *slot,
                              ys_field *array) {
  node n;
  YS_NEW(array->item, &c->space->arena);
  YS_TRY(ys_compile_read(c, slot, YS_ON_ITEM, &n));
  if (slot->kind != YS_ARRAY && n.words.like == NULL) {
    YS_TRY(ys_refer_read(c->space, n.words.identity, NULL, array));
    n.words.identity = NULL;
  }
  return ys_compile_node_to(c, &n, array->item);
}

static ys_status compile_array(ys_compiling *c, const ys_slot *slot,
                               ys_field *field) {
  if (ys_slot_size(slot) == 0 && is_lenient(c)) return make_item(c, field);
  if (ys_slot_size(slot) != 1) {
    ys_diag *diag = ys_space_diagnose(c->space, YS_E_ARRAY_ITEMS,
                                      ys_slot_place(slot), YS_NOWHERE);
    if (diag == NULL) return YS_NOMEM;
    YS_TRY(ys_argument_count(&c->space->arena, ys_slot_size(slot), "",
                             &diag->args[0]));
    return make_item(c, field);
  }
  YS_TRY(compile_item(c, ys_slot_first(slot), field));
  field->has_rules |= field->item->has_rules;
  field->has_sensitive |= field->item->has_sensitive;
  field->unsettled |= field->item->unsettled;
  field->has_required |= field->item->has_required;
  field->has_renamed |= field->item->has_renamed;
  field->has_references |= field->item->has_references;
  field->has_null_missing |= field->item->has_null_missing;
  return YS_OK;
}

/* Infers the type from the value, if no annotation sets it. */
static ys_status infer(ys_compiling *c, node *n) {
  const ys_slot *slot = n->slot;
  ys_field_set_kind(n->field, (ys_kind)slot->kind);
  n->field->has_collections = ys_is_collection(slot);
  switch (slot->kind) {
  case YS_MAP:
    n->has_keys = ys_slot_size(n->slot) > 0;
    return ys_compile_map(c, n);
  case YS_ARRAY: return compile_array(c, slot, n->field);
  case YS_NULL:
    if (!is_lenient(c)) return error(c, YS_E_NULL_VALUE, slot);
    ys_compile_any(n->field);
    return YS_OK;
  default: return YS_OK;
  }
}

/* ---- named types --------------------------------------------------------- */

/* The main kind of a field: the kind of the schema's value if it is one of the
 * named kinds. */
static ys_kind main_kind(const ys_slot *slot, ys_kinds kinds) {
  if (slot->kind != YS_NULL && (kinds & YS_KINDS(slot->kind)) != 0)
    return (ys_kind)slot->kind;
  for (ys_kind kind = YS_BOOL; kind <= YS_MAP; kind++)
    if ((kinds & YS_KINDS(kind)) != 0) return kind;
  return YS_NULL;
}

/* Compiles a collection with a named type, which accepts any contents. */
static ys_status compile_free(ys_compiling *c, node *n, ys_kind kind) {
  ys_field *field = n->field;
  n->as_value = true;
  field->has_collections = kind == YS_MAP || kind == YS_ARRAY;
  if (kind == YS_MAP) YS_TRY(ys_compile_free_map(c, field));
  if (kind == YS_ARRAY) YS_TRY(make_item(c, field));
  return ys_schema_words_none_below(c->space, n->slot, n->words.type);
}

static ys_status value_type(ys_compiling *c, node *n) {
  const ys_str found = ys_kind_name((ys_kind)n->slot->kind);
  ys_str expected;
  YS_TRY(ys_field_words(&c->space->arena, n->field, &expected));
  return ys_space_record(c->space, YS_E_VALUE_TYPE, ys_slot_place(n->slot),
                         ys_annot_place(n->words.type),
                         YS_ARGUMENTS(found, expected));
}

static ys_status compile_listed(ys_compiling *c, node *n) {
  const ys_slot *slot = n->slot;
  ys_field *field = n->field;
  ys_kinds kinds = n->typing.kinds;
  bool inferred = false;
  if (n->typing.or_inferred) {
    inferred = (kinds & YS_KINDS(slot->kind)) == 0;
    kinds |= YS_KINDS(slot->kind);
  }
  const ys_kind kind = main_kind(slot, kinds);
  if (inferred && ys_is_collection(slot)) YS_TRY(infer(c, n));
  ys_field_set_kind(field, kind);
  field->named = kinds;
  field->kinds |= kinds;
  if ((kinds & YS_KINDS(YS_FLOAT)) != 0) field->kinds |= YS_KINDS(YS_INT);
  field->nullable = ys_field_takes(field, YS_NULL);
  if (!ys_field_takes(field, (ys_kind)slot->kind) && n->words.preset == NULL &&
      n->words.nullable == NULL)
    YS_TRY(value_type(c, n));
  return inferred && ys_is_collection(slot) ? YS_OK : compile_free(c, n, kind);
}

static ys_status compile_type(ys_compiling *c, node *n) {
  n->field->has_collections = n->words.choice != NULL;
  if (n->words.choice != NULL) {
    n->as_value = true;
    ys_compile_any(n->field);
    n->field->nullable = false;
    YS_TRY(ys_compile_choice(c, n->words.choice, n->field));
    return ys_schema_words_none_below(c->space, n->slot, n->words.choice);
  }
  YS_TRY(ys_type_rule_read(c->space, n->words.type, &n->typing));
  if (n->typing.any) {
    n->as_value = true;
    ys_compile_any(n->field);
    return ys_schema_words_none_below(c->space, n->slot, NULL);
  }
  return n->typing.listed ? compile_listed(c, n) : infer(c, n);
}

/* Checks that an annotation without arguments, if there is one, stands on a map
 * with fields, or where else it `fits`. */
static ys_status check_on_map(ys_compiling *c, const node *n,
                              const ys_annot *annot, bool fits) {
  if (annot == NULL) return YS_OK;
  if (n->has_keys || fits)
    return ys_argument_none(c->space, annot, (ys_str){0});
  return ys_argument_error(
      c->space, annot,
      n->slot->kind != YS_MAP     ? ys_kind_name((ys_kind)n->slot->kind)
      : ys_slot_size(n->slot) > 0 ? YS_STR("a map of any keys")
                                  : YS_STR("a map without keys"),
      YS_STR("a map whose keys the schema names"), (ys_str){0});
}

/* Checks that a rule about texts stands above the `---` of the schema, and not
 * of a document in it that a function returns. */
static ys_status check_of_text(ys_compiling *c, const node *n) {
  const ys_annot *annot = n->words.of_text;
  if (annot == NULL || c->depth <= 1) return YS_OK;
  return ys_argument_error(
      c->space, annot, YS_STR("a document that a function returns"),
      YS_STR("the document with the schema's header"), (ys_str){0});
}

ys_status ys_compile_nullable(ys_compiling *c, const ys_annot *annot,
                              ys_field *field) {
  if (annot == NULL) return YS_OK;
  field->nullable = true;
  field->kinds |= YS_KINDS(YS_NULL);
  if (!ys_argument_named(annot)) return YS_OK;
  return ys_argument_error(
      c->space, annot, YS_STR("keyword argument"), YS_STR("no arguments"),
      YS_STR("a nullable node takes null, and is null by default."));
}

/* ---- implied rules ------------------------------------------------------- */

/* Whether the author wrote a rule about the length, which replaces the implied
 * one. */
static bool has_length(const ys_validation *validation) {
  if (validation == NULL || validation->when != 0) return false;
  for (uint32_t i = 0; i < validation->count; i++) {
    const ys_named_rule *named = validation->rules[i].named;
    if (named != NULL && named->subject == YS_ABOUT_LENGTH &&
        named->stricter == YS_STRICTER_GREATER)
      return true;
  }
  return false;
}

bool ys_compile_waives(const ys_compile_node *n) {
  return n->words.allow_empty != NULL || has_length(n->words.validations);
}

ys_implied ys_compile_implied(ys_reading reading, const ys_compile_node *n,
                              const ys_field *field) {
  const bool texts = field->kind != YS_ANY && ys_field_takes(field, YS_STRING);
  if (reading.rules == YS_DIALECT_CURRENT || !reading.required ||
      ys_compile_waives(n))
    return YS_IMPLIED_NOTHING;
  if (reading.rules == YS_RULES_EARLY && n->stands == YS_ON_ENTRY)
    return YS_IMPLIED_VALUE;
  return texts ? YS_IMPLIED_TEXT : YS_IMPLIED_NOTHING;
}

/* ---- a slot -------------------------------------------------------------- */

/* The number of errors so far. A schema that is nested too deeply is one, too:
 * its fields have no types. */
static uint32_t count_errors(const ys_compiling *c) {
  const uint32_t *groups = c->space->diags.groups;
  return groups[YS_GROUP_SCHEMA] + groups[YS_GROUP_INPUT];
}

ys_status ys_compile_key_names(ys_compiling *c, const ys_compile_node *n,
                               const ys_field *field) {
  const ys_annot *annot = ys_annot_find(n->slot, YS_WORD_VALIDATION);
  if (c->is_part || n->words.validations == NULL || annot == NULL ||
      field->kind != YS_MAP || field->map == NULL || field->map->open_count > 0)
    return YS_OK;
  return ys_rule_check_keys(c->space, annot, n->words.validations,
                            field->map->shape);
}

static ys_status compile_node(ys_compiling *c, node *n) {
  ys_field *field = n->field;
  if (n->words.allow_empty != NULL)
    YS_TRY(ys_argument_none(c->space, n->words.allow_empty, (ys_str){0}));
  YS_TRY(ys_docs_keep(c->space, &n->words.docs, field));
  if (c->current != NULL && c->current->made.field == field)
    c->current->waives = ys_compile_waives(n);
  YS_TRY(check_of_text(c, n));
  if (n->words.like != NULL) return ys_compile_like(c, n);
  YS_TRY(compile_type(c, n));
  YS_TRY(check_on_map(c, n, n->words.keys_optional, false));
  /* also on an array of maps */
  YS_TRY(check_on_map(c, n, n->words.null_missing,
                      n->slot->kind == YS_ARRAY && !n->as_value));
  YS_TRY(ys_compile_key_names(c, n, field));
  YS_TRY(ys_compile_nullable(c, n->words.nullable, field));
  field->validations = n->words.validations;
  field->implied = ys_compile_implied(c->reading, n, field);
  field->has_rules |=
      field->validations != NULL || field->implied != YS_IMPLIED_NOTHING;
  /* If the type has an error, do not also report its defaults. */
  if (count_errors(c) != n->errors) return YS_OK;
  YS_TRY(ys_compile_examples(c, field));
  return ys_compile_default(c, n);
}

/* Records that the schema is nested too deeply. The parser limits the depth of
 * a document, but alternatives can nest schemas further. */
static ys_status too_deep(ys_compiling *c, const ys_slot *slot) {
  return ys_recorded(ys_space_limit(c->space, YS_E_TOO_DEEP,
                                    ys_slot_place(slot),
                                    c->space->limits.max_depth));
}

ys_status ys_compile_read(ys_compiling *c, const ys_slot *slot, unsigned stands,
                          ys_compile_node *out) {
  *out = (node){.slot = slot,
                .stands = stands,
                .errors = count_errors(c),
                .too_deep = c->depth > c->space->limits.max_depth};
  if (out->too_deep) return too_deep(c, slot);
  return ys_schema_words_read(c->space, slot, stands, &out->words);
}

ys_status ys_compile_node_to(ys_compiling *c, ys_compile_node *n,
                             ys_field *field) {
  const bool null_missing = c->null_missing;
  ys_status status;
  bool outer;
  n->field = field;
  field->key = n->slot->key;
  field->place = ys_slot_place(n->slot);
  if (n->too_deep) return YS_OK;
  YS_TRY(ys_compile_sensitive(c, n, &outer));
  YS_TRY(ys_refer_read(c->space, n->words.identity, n->words.refers, field));
  c->depth++;
  c->null_missing |= n->words.null_missing != NULL;
  status = compile_node(c, n);
  c->depth--;
  c->sensitive = outer;
  c->null_missing = null_missing;
  return status;
}

ys_status ys_compile_slot(ys_compiling *c, const ys_slot *slot, unsigned stands,
                          ys_field *field) {
  node n;
  YS_TRY(ys_compile_read(c, slot, stands, &n));
  return ys_compile_node_to(c, &n, field);
}
