#include "core/annotation/header.h"

#include "core/annotation/argument.h"

#define DATA_VALUES "data/values"
#define OTHER_THINGS                                                           \
  YS_STR("schemas of other things than data values are not supported.")

static bool is_header(const ys_annot *annot) {
  return ys_word_is_header(annot->word);
}

const ys_annot *ys_header_find(const ys_slot *document) {
  const ys_annot *annot = ys_slot_annots(document);
  while (annot != NULL && !is_header(annot))
    annot = annot->next;
  return annot;
}

const ys_annot *ys_header_find_any(const ys_slot *document) {
  const ys_annot *header = ys_header_find(document);
  return header != NULL ? header : ys_annot_find(document, YS_WORD_JSON_SCHEMA);
}

static ys_dialect rules_of(const ys_annot *header) {
  switch (header->word) {
  case YS_WORD_DEFINITION: return YS_DIALECT_PROPOSAL;
  case YS_WORD_SCHEMA: return YS_RULES_EARLY;
  default: return YS_DIALECT_CURRENT;
  }
}

static bool is_true(const ys_arg *arg) {
  return arg != NULL && arg->value.u.boolean;
}

/* Whether the argument names a purpose other than that of schemas,
 * "data/values". */
static bool is_other(const ys_arg *arg) {
  return arg != NULL &&
         !ys_str_eq(ys_slot_text(&arg->value), YS_STR(DATA_VALUES));
}

static ys_str as_written(const ys_annot *header) {
  return header->text.len > 0 ? header->text : YS_STR("no arguments");
}

/* Checks `#@schema/match` or `#@schema/definition`. */
static ys_status check_definition(ys_space *space, const ys_annot *header,
                                  bool proposal) {
  ys_keyword rows[] = {
      {"data_values", YS_KINDS(YS_BOOL), "data_values=True", NULL},
      {"name", YS_KINDS(YS_STRING), "name=\"" DATA_VALUES "\"", NULL},
      {"required", YS_KINDS(YS_BOOL), "required=False or True", NULL}};
  bool good = true;
  YS_TRY(ys_argument_keywords(
      space, header, rows, proposal ? 3 : 1,
      proposal ? YS_STR("Supported kwargs are 'data_values', 'name', "
                        "'required'")
               : YS_STR("Supported kwargs are 'data_values'"),
      &good));
  if (!good) return YS_OK;
  if (ys_annot_positional(header) == 0 && !is_other(rows[1].arg) &&
      (is_true(rows[0].arg) || (rows[0].arg == NULL && rows[1].arg != NULL)))
    return YS_OK;
  return ys_argument_error(
      space, header, as_written(header),
      proposal ? YS_STR("data_values=True or name=\"" DATA_VALUES "\"")
               : YS_STR("data_values=True"),
      OTHER_THINGS);
}

/* Checks `#@schema`. */
static ys_status check_early(ys_space *space, const ys_annot *header) {
  ys_keyword rows[] = {
      {"attach", YS_KINDS(YS_STRING), "attach=\"" DATA_VALUES "\"", NULL},
      {"required", YS_KINDS(YS_BOOL), "required=False or True", NULL}};
  bool good = true;
  YS_TRY(ys_argument_keywords(
      space, header, rows, 2,
      YS_STR("Supported kwargs are 'attach', 'required'"), &good));
  if (!good) return YS_OK;
  if (ys_annot_positional(header) == 0 && !is_other(rows[0].arg)) return YS_OK;
  return ys_argument_error(space, header, as_written(header),
                           YS_STR("attach=\"" DATA_VALUES "\""), OTHER_THINGS);
}

static ys_status check_one(ys_space *space, const ys_annot *header) {
  switch (header->word) {
  case YS_WORD_SCHEMA: return check_early(space, header);
  case YS_WORD_VALUES_SCHEMA:
    return header->args == NULL
               ? YS_OK
               : ys_argument_error(space, header, header->text,
                                   YS_STR("no arguments"), (ys_str){0});
  default:
    return check_definition(space, header, header->word == YS_WORD_DEFINITION);
  }
}

ys_status ys_header_check(ys_space *space, const ys_slot *document) {
  const ys_annot *first = ys_header_find(document);
  for (const ys_annot *a = first; a != NULL; a = a->next) {
    if (!is_header(a)) continue;
    if (a != first)
      YS_TRY(ys_space_record(space, YS_E_ANNOTATION_REPEATED, ys_annot_place(a),
                             ys_annot_place(first), YS_ARGUMENTS(a->name)));
    else if (a->evaluated) /* otherwise the host has recorded the reason */
      YS_TRY(check_one(space, a));
  }
  return YS_OK;
}

ys_reading ys_header_reading(const ys_slot *document, ys_reading inherited) {
  const ys_annot *header = ys_header_find(document);
  const ys_arg *required;
  if (header == NULL) return inherited;
  required = ys_annot_arg(header, YS_STR("required"));
  return (ys_reading){rules_of(header), required == NULL ||
                                            required->value.kind != YS_BOOL ||
                                            required->value.u.boolean};
}

ys_status ys_header_take(ys_space *space, ys_slots *documents, ys_slot **out) {
  while ((*out = ys_slots_take(documents)) != NULL) {
    const ys_annot *ref = ys_annot_find(*out, YS_WORD_LIBRARY_REF);
    if (ref == NULL) return YS_OK;
    YS_TRY(ys_space_note(space, YS_E_LIBRARY, ys_annot_place(ref), ref->text,
                         (ys_str){0}));
  }
  return YS_OK;
}
