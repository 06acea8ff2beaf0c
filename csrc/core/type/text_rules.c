#include "core/type/text_rules.h"

#include "core/annotation/argument.h"
#include "core/type/state.h"

/* ---- reading ------------------------------------------------------------- */

/* Compiles the expression of an argument. */
static ys_status read_regexp(ys_space *space, const ys_annot *annot,
                             const ys_arg *arg, const ys_regexp **out,
                             ys_str *text) {
  ys_str problem;
  if (arg == NULL) return YS_OK;
  *text = ys_slot_text(&arg->value);
  YS_TRY(ys_regexp_compile(space, *text, out, &problem));
  if (*out != NULL) return YS_OK;
  return ys_argument_error(space, annot, problem,
                           YS_STR("a regular expression"), (ys_str){0});
}

static ys_status read_variables(ys_space *space, const ys_annot *annot,
                                ys_text_rules *rules) {
  const ys_str hint = YS_STR("@schema/variables any=r\"\\$\\{\\w+\\}\" finds "
                             "variables of any type, strings= those that "
                             "become strings.");
  ys_keyword rows[] = {{"any", YS_KINDS(YS_STRING), "a string", NULL},
                       {"strings", YS_KINDS(YS_STRING), "a string", NULL}};
  bool good = true;
  YS_TRY(ys_argument_keywords(space, annot, rows, 2, hint, &good));
  if (!good) return YS_OK;
  if (ys_annot_positional(annot) > 0 ||
      (rows[0].arg == NULL && rows[1].arg == NULL))
    return ys_argument_error(space, annot,
                             annot->text.len > 0 ? annot->text
                                                 : YS_STR("no arguments"),
                             YS_STR("any= or strings="), hint);
  YS_TRY(read_regexp(space, annot, rows[0].arg, &rules->any, &rules->any_text));
  return read_regexp(space, annot, rows[1].arg, &rules->strings,
                     &rules->strings_text);
}

static bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static ys_status read_end(ys_space *space, const ys_annot *annot,
                          ys_text_rules *rules) {
  const ys_slot *value;
  ys_str found = {0}, text = {0};
  YS_TRY(ys_argument_single(space, annot, &value, &found));
  if (value != NULL && value->kind == YS_STRING) text = ys_slot_text(value);
  rules->end = text;
  rules->end_place = ys_annot_place(annot);
  if (text.len > 0 && !is_blank(text.ptr[text.len - 1])) return YS_OK;
  if (value != NULL) found = ys_kind_name((ys_kind)value->kind);
  if (text.len > 0) found = YS_STR("a string that ends with white space");
  return ys_argument_error(space, annot, found,
                           YS_STR("the text with which files end"),
                           YS_STR("for example @schema/ends-with \"#END\"."));
}

ys_status ys_text_rules_read(ys_space *space, const ys_slot *document,
                             ys_field *root) {
  const ys_annot *variables = ys_annot_find(document, YS_WORD_VARIABLES);
  const ys_annot *end = ys_annot_find(document, YS_WORD_ENDS_WITH);
  ys_text_rules *rules;
  if (variables == NULL && end == NULL) return YS_OK;
  YS_NEW(rules, &space->arena);
  root->text_rules = rules;
  if (variables != NULL && variables->evaluated)
    YS_TRY(read_variables(space, variables, rules));
  return end == NULL || !end->evaluated ? YS_OK : read_end(space, end, rules);
}

/* ---- variables ----------------------------------------------------------- */

static ys_status finds(ys_space *space, const ys_regexp *regexp, ys_str text,
                       bool *out) {
  ys_search result;
  if (regexp == NULL) return YS_OK;
  YS_TRY(ys_regexp_try(space, regexp, text, &result));
  *out = result == YS_SEARCH_FOUND;
  return YS_OK;
}

enum {
  SCALARS = YS_KINDS(YS_BOOL) | YS_KINDS(YS_INT) | YS_KINDS(YS_FLOAT) |
            YS_KINDS(YS_STRING)
};

ys_status ys_is_variable_for(ys_space *space, ys_kinds kinds,
                             const ys_slot *slot, bool *out) {
  const ys_field *schema = ys_type_schema(space);
  const ys_text_rules *rules = schema == NULL ? NULL : schema->text_rules;
  *out = false;
  if (rules == NULL || slot->kind != YS_STRING || (kinds & SCALARS) == 0 ||
      (slot->flags & (YS_SLOT_DEFAULT | YS_SLOT_PENDING)) != 0)
    return YS_OK;
  YS_TRY(finds(space, rules->any, ys_slot_text(slot), out));
  if (*out || (kinds & YS_KINDS(YS_STRING)) == 0) return YS_OK;
  return finds(space, rules->strings, ys_slot_text(slot), out);
}

ys_status ys_is_variable(ys_space *space, const ys_field *field,
                         const ys_slot *slot, bool *out) {
  const ys_kinds kinds = field == NULL ? (ys_kinds)SCALARS : field->kinds;
  return ys_is_variable_for(space, kinds, slot, out);
}
