/* core/jsonrule/link.c - Makes one JSON Schema of the documents with
 * `#@schema/json-schema`, and gives the rules their parts of it
 * (core/jsonrule/jsonrule.h). */

#include "core/annotation/argument.h"
#include "core/jsonrule/jsonrule.h"
#include "core/rule/rule.h"

/* The name of the annotation above a JSON Schema. */
static ys_str mark(void) {
  return ys_vocab_row_of(YS_WORD_JSON_SCHEMA)->name;
}

/* ---- fields --------------------------------------------------------------
 */

/* A function that is called with each rule; a copy of a definition has those of
 * the definition, too. */
typedef ys_status visitor(void *self, const ys_validation *validation);

static ys_status visit_field(const ys_field *field, visitor *visit,
                             void *self) {
  const ys_field *child;
  for (const ys_validation *v = field->validations; v != NULL; v = v->next)
    if (v->json != NULL) YS_TRY(visit(self, v));
  if (field->like != NULL) return YS_OK;
  for (uint32_t i = 0; (child = ys_field_child(field, i)) != NULL; i++)
    YS_TRY(visit_field(child, visit, self));
  return YS_OK;
}

static ys_status visit_all(const ys_field *root, const ys_definition *first,
                           visitor *visit, void *self) {
  YS_TRY(visit_field(root, visit, self));
  for (const ys_definition *d = first; d != NULL; d = d->next)
    YS_TRY(visit_field(d->field, visit, self));
  return YS_OK;
}

/* ---- documents -----------------------------------------------------------
 */

static ys_status misplaced(ys_space *space, const ys_annot *annot,
                           const ys_slot *slot) {
  return ys_space_record(
      space, YS_E_ANNOTATION_MISPLACED, ys_annot_place(annot),
      ys_slot_place(slot),
      YS_ARGUMENTS(annot->name, YS_STR(""),
                   YS_STR("a JSON Schema has no annotations.")));
}

/* Records the annotations below a document. Recursion is bounded by the limit
 * on depth. */
static ys_status refuse_below(ys_space *space, const ys_slot *slot) {
  if (!ys_is_collection(slot)) return YS_OK;
  for (const ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    for (const ys_annot *a = ys_slot_annots(s); a != NULL; a = a->next)
      if (ys_word_is_ours(a->word)) YS_TRY(misplaced(space, a, slot));
    YS_TRY(refuse_below(space, s));
  }
  return YS_OK;
}

/* Records the other annotations of a document. */
static ys_status refuse_others(ys_space *space, const ys_slot *document) {
  const ys_annot *own = ys_annot_find(document, YS_WORD_JSON_SCHEMA);
  for (const ys_annot *a = ys_slot_annots(document); a != NULL; a = a->next) {
    if (a == own || !ys_word_is_ours(a->word)) continue;
    const ys_code code = a->word == own->word ? YS_E_ANNOTATION_REPEATED
                                              : YS_E_ANNOTATION_CONFLICT;
    YS_TRY(ys_space_record(space, code, ys_annot_place(a), ys_annot_place(own),
                           YS_ARGUMENTS(a->name, own->name)));
  }
  return YS_OK;
}

static int draft_of(ys_str name) {
  static const struct {
    const char *name;
    int draft;
  } all[] = {
      {"4", 4}, {"6", 6}, {"7", 7}, {"2019-09", 2019}, {"2020-12", 2020}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (ys_str_eq(name, ys_cstr(all[i].name))) return all[i].draft;
  return 0;
}

int ys_jsonrules_draft(const ys_slot *document) {
  const ys_annot *annot = ys_annot_find(document, YS_WORD_JSON_SCHEMA);
  const ys_arg *arg = annot->evaluated ? annot->args : NULL;
  while (arg != NULL && !ys_str_eq(arg->name, YS_STR("draft")))
    arg = arg->next;
  return arg != NULL && arg->value.kind == YS_STRING
             ? draft_of(ys_slot_text(&arg->value))
             : 0;
}

/* Reads the arguments of the annotation: an address, a draft, and whether
 * values are validated with their defaults. */
static ys_status read_arguments(ys_space *space, const ys_annot *annot,
                                ys_str *address, int *draft, bool *defaults) {
  ys_keyword rows[] = {{"draft", YS_KINDS(YS_STRING), "draft=\"7\"", NULL},
                       {"defaults", YS_KINDS(YS_BOOL), "defaults=True", NULL}};
  bool good = true;
  *address = YS_STR("");
  *draft = 2020;
  if (!annot->evaluated)
    return ys_argument_error(space, annot, annot->text,
                             YS_STR("the address of the JSON Schema, a string"),
                             YS_STR("a JSON Schema contains no code."));
  YS_TRY(ys_argument_keywords(
      space, annot, rows, 2, YS_STR("Supported kwargs are 'draft', 'defaults'"),
      &good));
  if (!good) return YS_OK;
  if (rows[1].arg != NULL) *defaults |= rows[1].arg->value.u.boolean;
  if (rows[0].arg != NULL) *draft = draft_of(ys_slot_text(&rows[0].arg->value));
  if (*draft == 0)
    return ys_argument_error(
        space, annot, annot->text,
        YS_STR("draft=\"4\", \"6\", \"7\", \"2019-09\" or \"2020-12\""),
        (ys_str){0});
  const ys_arg *first = annot->args;
  while (first != NULL && first->name.len > 0)
    first = first->next;
  if (first != NULL && first->value.kind == YS_STRING &&
      ys_annot_positional(annot) == 1)
    *address = ys_slot_text(&first->value);
  else if (first != NULL)
    return ys_argument_error(space, annot, annot->text,
                             YS_STR("the address of the JSON Schema, a string"),
                             (ys_str){0});
  return YS_OK;
}

/* A document with nan differs from all others, as if it had another address. */
static void add_digest(ys_jsonrules *rules, const ys_slot *document,
                       ys_str address, int draft) {
  uint64_t hash = 0;
  ys_slot_hash(1, document, &hash);
  rules->digest =
      ys_hash_mix(rules->digest ^ hash, ys_hash((uint64_t)draft | 1, address));
}

static ys_status add_document(ys_jsonrules *rules, ys_space *space,
                              ys_slot *document) {
  const ys_annot *annot = ys_annot_find(document, YS_WORD_JSON_SCHEMA);
  ys_str address;
  int draft;
  YS_TRY(refuse_others(space, document));
  YS_TRY(refuse_below(space, document));
  YS_TRY(read_arguments(space, annot, &address, &draft, &rules->with_defaults));
  add_digest(rules, document, address, draft);
  return ys_acceptor_add_root(rules->acceptor, address, document, draft);
}

ys_status ys_jsonrules_begin(ys_jsonrules *rules, ys_space *space) {
  if (rules->documents.first == NULL) return YS_OK;
  YS_TRY(ys_acceptor_new(space, 2020, &rules->acceptor));
  for (ys_slot *d = rules->documents.first; d != NULL; d = d->next)
    YS_TRY(add_document(rules, space, d));
  return ys_diags_exit_status(&space->diags) == 0 ? YS_OK : YS_INVALID;
}

/* ---- linking -------------------------------------------------------------
 */

typedef struct linker {
  ys_jsonrules *rules;
  ys_space *space;
} linker;

/* Records that a rule has no part at an address. */
static ys_status error(ys_space *space, const ys_validation *v, ys_str address,
                       ys_str why) {
  ys_diag *diag =
      ys_space_diagnose(space, YS_E_RULE_ARGUMENT, v->place, YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  diag->rule = diag->args[1] = ys_cstr(v->json->named->name);
  diag->args[3] = ys_vocab_row_of(YS_WORD_VALIDATION)->name;
  return ys_str_fill(&space->arena, "nothing is at \"%s%s%s",
                     YS_WORDS(address, why, mark()), &diag->args[0]);
}

/* Gives a rule the part at an address; an item that is no string is none. */
static ys_status link_part(const linker *l, const ys_validation *v,
                           const ys_slot *at) {
  const ys_str address = at->kind == YS_STRING
                             ? ys_slot_text(at)
                             : ys_kind_name((ys_kind)at->kind);
  const ys_accept_node *node = NULL;
  ys_json_rule *made;
  if (l->rules->acceptor == NULL)
    return error(l->space, v, address,
                 YS_STR("\", because no document of the schema is a JSON "
                        "Schema: put it into one with #@"));
  if (at->kind == YS_STRING)
    YS_TRY(ys_acceptor_part(l->rules->acceptor, address, &node));
  if (node == NULL)
    return error(l->space, v, address, YS_STR("\" in the documents with #@"));
  YS_KEEP(made, &l->space->arena,
          (ys_json_rule){l->rules->acceptor, node, v->json->made,
                         l->rules->with_defaults});
  v->json->made = made;
  return YS_OK;
}

/* Gives a rule the parts that it names. Copies of a validation share it. */
static ys_status link_rule(void *self, const ys_validation *v) {
  const ys_slot *argument = v->json->argument;
  if (v->json->made != NULL) return YS_OK;
  if (argument->kind == YS_STRING) return link_part(self, v, argument);
  for (const ys_slot *s = ys_slot_first(argument); s != NULL; s = s->next)
    YS_TRY(link_part(self, v, s));
  return YS_OK;
}

/* Records what is wrong with the part that was compiled last, in up to four
 * texts. */
static ys_status refuse(ys_space *space, const ys_acceptor *acceptor, ys_str a,
                        ys_str b, ys_str c, ys_str d) {
  ys_str text;
  YS_TRY(ys_str_fill(&space->arena, "%s%s%s%s", YS_WORDS(a, b, c, d), &text));
  return ys_space_refuse(space, YS_E_JSON_SCHEMA,
                         ys_slot_place(ys_acceptor_last(acceptor)), text,
                         (ys_str){0});
}

ys_status ys_jsonrules_link(ys_jsonrules *rules, ys_space *space,
                            const ys_field *root, const ys_definition *first) {
  linker l = {rules, space};
  ys_accept_result result;
  ys_str missing;
  if (rules->acceptor != NULL) YS_TRY(ys_acceptor_begin(rules->acceptor));
  YS_TRY(visit_all(root, first, link_rule, &l));
  if (ys_diags_exit_status(&space->diags) != 0) return YS_INVALID;
  if (rules->acceptor == NULL) return YS_OK;
  YS_TRY(ys_acceptor_finish(rules->acceptor, &result, &missing));
  if (result == YS_ACCEPT_DECLINES)
    return refuse(space, rules->acceptor,
                  YS_STR("a keyword of this subschema has an invalid value"),
                  (ys_str){0}, (ys_str){0}, (ys_str){0});
  if (result == YS_ACCEPT_MISSES && missing.len == 0)
    return refuse(space, rules->acceptor, YS_STR("$ref leads to "),
                  ys_slot_text(ys_acceptor_lost(rules->acceptor)->ref),
                  YS_STR(", where there is nothing"), (ys_str){0});
  if (result == YS_ACCEPT_MISSES)
    return refuse(space, rules->acceptor, YS_STR("$ref leads to "), missing,
                  YS_STR(", which is not there: put it, with this address, "
                         "into a document with #@"),
                  mark());
  YS_TRY(ys_acceptor_refuse_circle(rules->acceptor));
  return ys_acceptor_compile_patterns(rules->acceptor);
}
