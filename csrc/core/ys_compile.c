#include "ys_compile.h"

#include "ys_argument.h"
#include "ys_check.h"
#include "ys_docs.h"
#include "ys_fill.h"
#include "ys_rule.h"

/* The annotations of one slot, sorted by what they say. */
typedef struct words {
  const ys_annot *type, *nullable, *preset; /* preset: @schema/default */
  bool any;
} words;

static ys_status compile_slot(ys_space *space, ys_slot *slot, unsigned stands,
                              ys_field *field);

static ys_diag *fault_at(ys_space *space, ys_code code, const ys_annot *annot,
                         ys_place by) {
  return ys_space_fault(space, code, ys_annot_place(annot), by);
}

/* ---- annotations -------------------------------------------------------- */

static ys_status misplaced(ys_space *space, const ys_annot *annot,
                           const ys_vocab_row *row, const ys_slot *slot,
                           unsigned stands) {
  ys_diag *diag;
  if (row->word == YS_WORD_DEFAULT && stands == YS_ON_ITEM) {
    diag = fault_at(space, YS_E_DEFAULT_ON_ITEM, annot, ys_slot_place(slot));
    return diag == NULL ? YS_NOMEM : YS_OK;
  }
  diag = fault_at(space, YS_E_ANNOTATION_MISPLACED, annot, ys_slot_place(slot));
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = annot->name;
  diag->args[1] = ys_vocab_places(row->places);
  if (row->word == YS_WORD_DEPRECATED)
    diag->args[2] = YS_STR("use schema/deprecated on individual keys.");
  else if ((row->documents & YS_IN_SCHEMA) == 0)
    diag->args[2] = YS_STR("data values belong in a file of their own.");
  return YS_OK;
}

static ys_status unknown_word(ys_space *space, const ys_annot *annot) {
  const ys_place nowhere = {0};
  ys_diag *diag = fault_at(space, YS_E_ANNOTATION_UNKNOWN, annot, nowhere);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = annot->name;
  diag->args[1] = ys_vocab_nearest(annot->name);
  return YS_OK;
}

/* Whether this is the first of its name on the slot; else a record. */
static ys_status first_of_name(ys_space *space, const ys_slot *slot,
                               const ys_annot *annot, bool *first) {
  const ys_annot *found = ys_annot_find(slot, annot->name);
  ys_diag *diag;
  *first = found == annot;
  if (*first) return YS_OK;
  diag =
      fault_at(space, YS_E_ANNOTATION_REPEATED, annot, ys_annot_place(found));
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = annot->name;
  return YS_OK;
}

static ys_status take_validation(ys_space *space, const ys_annot *annot,
                                 ys_field *field) {
  ys_validation **end = &field->validations;
  ys_validation *validation = ys_arena_new(&space->arena, ys_validation);
  if (validation == NULL) return YS_NOMEM;
  while (*end != NULL)
    end = &(*end)->next;
  switch (ys_rule_compile(space, annot, validation)) {
  case YS_OK: *end = validation; return YS_OK;
  case YS_INVALID: return YS_OK; /* recorded: go on with the others */
  default: return YS_NOMEM;
  }
}

/* Hands an annotation in its place to whom it concerns. */
static ys_status take_word(ys_space *space, const ys_annot *annot, ys_word word,
                           words *found, ys_docs *docs, ys_field *field) {
  switch (word) {
  case YS_WORD_TYPE: found->type = annot; return YS_OK;
  case YS_WORD_NULLABLE: found->nullable = annot; return YS_OK;
  case YS_WORD_DEFAULT: found->preset = annot; return YS_OK;
  case YS_WORD_VALIDATION: return take_validation(space, annot, field);
  case YS_WORD_NONE:
  case YS_WORD_VALUES_SCHEMA:
  case YS_WORD_MATCH:
  case YS_WORD_VALUES:
  case YS_WORD_OVERLAY: return YS_OK; /* they have done their work */
  default: return ys_docs_take(space, annot, word, docs);
  }
}

/*
 * The row of an annotation of ours that stands where it may, for the first
 * time; else NULL, and a record unless it is none of ours.
 */
static ys_status known_word(ys_space *space, const ys_slot *slot,
                            const ys_annot *annot, unsigned stands,
                            const ys_vocab_row **out) {
  const ys_vocab_row *row;
  bool first;
  *out = NULL;
  if (!ys_vocab_is_ours(annot->name)) return YS_OK;
  row = ys_vocab_find(annot->name);
  if (row == NULL) return unknown_word(space, annot);
  if ((row->places & stands) == 0 || (row->documents & YS_IN_SCHEMA) == 0)
    return misplaced(space, annot, row, slot, stands);
  if (row->word == YS_WORD_OVERLAY) return YS_OK; /* their own rules */
  YS_TRY(first_of_name(space, slot, annot, &first));
  if (first) *out = row;
  return YS_OK;
}

static ys_status read_annotations(ys_space *space, const ys_slot *slot,
                                  unsigned stands, words *found, ys_docs *docs,
                                  ys_field *field) {
  const ys_vocab_row *row;
  for (const ys_annot *annot = slot->annots; annot; annot = annot->next) {
    YS_TRY(known_word(space, slot, annot, stands, &row));
    if (row != NULL && annot->evaluated) /* else the host has said why */
      YS_TRY(take_word(space, annot, row->word, found, docs, field));
  }
  return YS_OK;
}

/* ---- @schema/type and @schema/nullable ---------------------------------- */

static ys_status read_type(ys_space *space, words *found) {
  const ys_str pairs =
      YS_STR("Supported key-value pairs are 'any=True', 'any=False'");
  const ys_annot *annot = found->type;
  if (annot == NULL) return YS_OK;
  if (annot->args == NULL || annot->args->name.len == 0)
    return ys_argument_fault(space, annot,
                             YS_STR("missing keyword argument and value"),
                             YS_STR("valid keyword argument and value"), pairs);
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next) {
    if (!ys_str_eq(arg->name, YS_STR("any")))
      YS_TRY(ys_argument_fault(space, annot, arg->name, YS_STR("A valid kwarg"),
                               YS_STR("Supported kwargs are 'any'")));
    else if (arg->value.kind != YS_BOOL)
      YS_TRY(ys_argument_fault(space, annot,
                               ys_kind_name((ys_kind)arg->value.kind),
                               YS_STR("boolean"), pairs));
    else
      found->any = arg->value.u.boolean;
  }
  return YS_OK;
}

static ys_status read_nullable(ys_space *space, const ys_annot *annot,
                               ys_field *field) {
  if (annot == NULL) return YS_OK;
  field->nullable = true;
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    if (arg->name.len > 0)
      return ys_argument_fault(
          space, annot, YS_STR("keyword argument"), YS_STR("no arguments"),
          YS_STR("a nullable node takes null, and is null by default."));
  return YS_OK;
}

/* ---- below any=True ----------------------------------------------------- */

static ys_status conflict(ys_space *space, const ys_slot *slot,
                          const ys_annot *const *annots) {
  enum { NAMES = 4 };
  const ys_annot *first = NULL;
  ys_str parts[3 * NAMES];
  size_t n = 0;
  ys_diag *diag;
  for (size_t i = 0; i < NAMES; i++) {
    if (annots[i] == NULL) continue;
    if (first == NULL || annots[i]->line < first->line) first = annots[i];
    if (n > 0) parts[n++] = YS_STR(", ");
    parts[n++] = YS_STR("@");
    parts[n++] = annots[i]->name;
  }
  if (first == NULL) return YS_OK;
  diag = ys_space_fault(space, YS_E_BELOW_ANY, ys_slot_place(slot),
                        ys_annot_place(first));
  if (diag == NULL) return YS_NOMEM;
  return ys_str_join(&space->arena, parts, n, &diag->args[0]);
}

/* Nothing below `any` may set type, value or rules (language.md 4, 12). The
 * record lists them in a fixed order, as reference c.3. */
static ys_status check_below_any(ys_space *space, const ys_slot *parent) {
  const unsigned stands = parent->kind == YS_MAP ? YS_ON_ENTRY : YS_ON_ITEM;
  if (!ys_is_collection(parent)) return YS_OK;
  for (const ys_slot *slot = parent->u.items->first; slot; slot = slot->next) {
    const ys_annot *shaping[4] = {NULL};
    const ys_vocab_row *row;
    for (const ys_annot *annot = slot->annots; annot; annot = annot->next) {
      const bool preset = stands == YS_ON_ITEM &&
                          ys_str_eq(annot->name, YS_STR("schema/default"));
      if (preset) { /* wrong for both reasons: say the one that matters */
        shaping[2] = annot;
        continue;
      }
      YS_TRY(known_word(space, slot, annot, stands, &row));
      if (row == NULL || !row->shapes) continue;
      shaping[row->word == YS_WORD_NULLABLE  ? 0
              : row->word == YS_WORD_TYPE    ? 1
              : row->word == YS_WORD_DEFAULT ? 2
                                             : 3] = annot;
    }
    YS_TRY(conflict(space, slot, shaping));
    YS_TRY(check_below_any(space, slot));
  }
  return YS_OK;
}

/* ---- inference ---------------------------------------------------------- */

static ys_status compile_map(ys_space *space, const ys_slot *slot,
                             ys_field *field) {
  const uint32_t count = slot->size;
  const ys_key **keys;
  ys_map_type *map = ys_arena_new(&space->arena, ys_map_type);
  if (map == NULL) return YS_NOMEM;
  map->fields = ys_arena_zalloc(&space->arena, count, sizeof *map->fields);
  keys = ys_arena_zalloc(&space->arena, count, sizeof *keys);
  if (map->fields == NULL || keys == NULL) return YS_NOMEM;
  field->map = map;
  field->has_collections = true;
  uint32_t i = 0;
  for (ys_slot *entry = slot->u.items->first; entry; entry = entry->next, i++) {
    if (entry->key->kind != YS_STRING) {
      const ys_place nowhere = {0};
      ys_diag *diag = ys_space_fault(space, YS_E_KEY_NOT_STRING,
                                     ys_slot_place(entry), nowhere);
      if (diag == NULL) return YS_NOMEM;
      diag->args[0] = entry->key->text;
      diag->args[1] = ys_kind_name((ys_kind)entry->key->kind);
    }
    keys[i] = entry->key;
    YS_TRY(compile_slot(space, entry, YS_ON_ENTRY, &map->fields[i]));
    field->has_rules |= map->fields[i].has_rules;
  }
  return ys_shape_make(&space->arena, keys, count, &map->shape);
}

static ys_status compile_array(ys_space *space, const ys_slot *slot,
                               ys_field *field) {
  field->has_collections = true;
  if (slot->size != 1) {
    const ys_place nowhere = {0};
    ys_diag *diag =
        ys_space_fault(space, YS_E_ARRAY_ITEMS, ys_slot_place(slot), nowhere);
    if (diag == NULL) return YS_NOMEM;
    return ys_argument_count(&space->arena, slot->size, "", &diag->args[0]);
  }
  field->item = ys_arena_new(&space->arena, ys_field);
  if (field->item == NULL) return YS_NOMEM;
  YS_TRY(compile_slot(space, slot->u.items->first, YS_ON_ITEM, field->item));
  field->has_rules |= field->item->has_rules;
  return YS_OK;
}

/* ---- defaults ----------------------------------------------------------- */

/* The one value that @schema/default takes; NULL and a record when it is not
 * there. */
static ys_status default_argument(ys_space *space, const ys_annot *annot,
                                  const ys_field *field, const ys_slot **out) {
  ys_str found = {0};
  ys_diag *diag;
  YS_TRY(ys_argument_single(space, annot, out, &found));
  if (*out != NULL) return YS_OK;
  diag = fault_at(space, YS_E_DEFAULT_ARGUMENT, annot, field->place);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = found;
  diag->args[1] = ys_kind_name(field->kind);
  diag->args[2] =
      YS_STR("this annotation only accepts one argument: the default value.");
  return YS_OK;
}

/* Compiles @schema/default: the value is checked and itself defaulted. */
static ys_status preset_default(ys_space *space, const ys_annot *annot,
                                ys_field *field) {
  const ys_check_codes codes = {YS_E_DEFAULT_TYPE, YS_E_DEFAULT_KEY, false};
  const ys_path document = {0};
  const ys_slot *given;
  ys_slot *value;
  YS_TRY(default_argument(space, annot, field, &given));
  if (given == NULL) return YS_OK;
  field->default_place = ys_annot_place(annot);
  if (given->kind == YS_CLOSURE) {
    field->default_closure = given->u.closure;
    return YS_OK;
  }
  value = ys_arena_new(&space->arena, ys_slot);
  if (value == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_copy(&space->arena, given, value));
  switch (ys_check(space, field, value, &document, codes)) {
  case YS_OK: break;
  case YS_INVALID: return YS_OK;
  default: return YS_NOMEM;
  }
  YS_TRY(ys_fill_missing(space, field, value));
  ys_slot_set_places(value, field->place);
  field->default_value = value;
  return YS_OK;
}

static ys_status inferred_default(ys_space *space, const ys_slot *slot,
                                  const words *found, ys_field *field) {
  ys_slot *value;
  const bool null = found->nullable != NULL || slot->kind == YS_NULL;
  if (field->kind == YS_MAP && !null) return YS_OK; /* its fields' defaults */
  value = ys_arena_new(&space->arena, ys_slot);
  if (value == NULL) return YS_NOMEM;
  if (field->kind == YS_ARRAY && !null)
    YS_TRY(ys_slot_make_collection(&space->arena, value, YS_ARRAY));
  else if (!null)
    YS_TRY(ys_slot_copy(&space->arena, slot, value));
  value->key = NULL;
  ys_slot_set_place(value, field->place);
  field->default_value = value;
  return YS_OK;
}

/* ---- a slot ------------------------------------------------------------- */

static ys_status infer(ys_space *space, const ys_slot *slot, const words *found,
                       ys_field *field) {
  field->kind = (ys_kind)slot->kind;
  if (found->any) {
    field->kind = YS_ANY;
    field->nullable = true;
    return check_below_any(space, slot);
  }
  switch (slot->kind) {
  case YS_MAP: return compile_map(space, slot, field);
  case YS_ARRAY: return compile_array(space, slot, field);
  case YS_NULL: {
    const ys_place nowhere = {0};
    return ys_space_fault(space, YS_E_NULL_VALUE, ys_slot_place(slot),
                          nowhere) == NULL
               ? YS_NOMEM
               : YS_OK;
  }
  default: return YS_OK;
  }
}

static ys_status compile_slot(ys_space *space, ys_slot *slot, unsigned stands,
                              ys_field *field) {
  words found = {0};
  ys_docs docs = {0}, *kept;
  const uint32_t before = space->diags.groups[YS_GROUP_SCHEMA];
  field->key = slot->key;
  field->place = ys_slot_place(slot);
  YS_TRY(read_annotations(space, slot, stands, &found, &docs, field));
  YS_TRY(read_type(space, &found));
  YS_TRY(read_nullable(space, found.nullable, field));
  YS_TRY(infer(space, slot, &found, field));
  field->has_rules |= field->validations != NULL;
  if (docs.title.len + docs.description.len + docs.deprecated.len > 0 ||
      docs.examples != NULL) {
    kept = ys_arena_new(&space->arena, ys_docs);
    if (kept == NULL) return YS_NOMEM;
    *kept = docs;
    field->docs = kept;
  }
  /* A type that is at fault would only call its defaults wrong. */
  if (space->diags.groups[YS_GROUP_SCHEMA] != before) return YS_OK;
  YS_TRY(ys_docs_check(space, field));
  return found.preset != NULL ? preset_default(space, found.preset, field)
                              : inferred_default(space, slot, &found, field);
}

ys_status ys_compile(ys_space *space, ys_slot *document, ys_field **out) {
  ys_field *field = ys_arena_new(&space->arena, ys_field);
  if (field == NULL) return YS_NOMEM;
  YS_TRY(compile_slot(space, document, YS_ON_DOCUMENT, field));
  if (ys_diags_exit_status(&space->diags) != 0) return YS_INVALID;
  *out = field;
  return YS_OK;
}
