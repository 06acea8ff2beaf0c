#include "core/crossref/report.h"

#include "core/reference/expected.h"

/* The record that one note becomes. */
typedef struct note_report {
  const ys_crossref_report *to;
  ys_ledger *ledger;
  const ys_ledger_document *document;
  const ys_ledger_note *note;
  const ys_refers *refers;     /* the reference of the note … */
  const ys_identity *identity; /* … or its identity */
  ys_mentions_details details;
  ys_arena *arena; /* of records */
} note_report;

/* ---- names --------------------------------------------------------------- */

/* Appends a name as people see it. The text of a string begins with a quote. */
static void show_name(ys_buf *buf, ys_str name) {
  if (name.ptr[0] == '"') {
    ys_buf_fill(buf, "%s\"", YS_WORDS(name));
  } else {
    ys_buf_add(buf, (ys_str){name.ptr + 1, name.len - 1});
  }
}

static void show_note(const note_report *r, ys_buf *buf) {
  if (r->details.quoted)
    show_name(buf, r->note->name->text);
  else
    ys_buf_add(buf, r->details.shown);
}

/* ---- references ---------------------------------------------------------- */

/* Says in which documents the names are. */
static ys_status where_of(const note_report *r, ys_str *out) {
  if (r->refers->kind.len > 0)
    return ys_str_fill(r->arena, " of %s", &r->refers->kind, out);
  *out = r->refers->scope == YS_SCOPE_FILE ? YS_STR(" in this file")
                                           : YS_STR(" in all documents");
  return YS_OK;
}

/* Fills in the names of a group, which are listed if they are few. */
static ys_status fill_names(const note_report *r, uint32_t number,
                            ys_expected_names *out) {
  const ys_ledger_group *group = &r->ledger->groups[number];
  ys_str name;
  size_t at = 0;
  out->count = group->count;
  if (group->count == 0) return YS_OK;
  YS_TRY(ys_str_fill(r->arena, group->line > 0 ? "%s:%s" : "%s",
                     YS_WORDS(group->file, YS_UINT(group->line)), &out->place));
  if (r->note->rule->sensitive || group->count > YS_MOST_NAMES_SHOWN)
    return YS_OK;
  while (out->shown_count < YS_MOST_NAMES_SHOWN &&
         ys_ledger_next_name(r->ledger, number, &at, &name)) {
    ys_buf text = ys_buf_of(r->arena->memory);
    show_name(&text, name);
    YS_TRY(ys_buf_keep(&text, r->arena, &out->shown[out->shown_count++]));
  }
  return YS_OK;
}

static ys_status expect_names(const note_report *r, ys_str *out) {
  const ys_plan_rule *rule = r->note->rule;
  ys_str where;
  ys_expected_names *names =
      ys_arena_zalloc(r->arena, rule->count, sizeof *names);
  if (names == NULL) return YS_NOMEM;
  for (uint32_t i = 0; i < rule->count; i++)
    YS_TRY(fill_names(r, rule->groups[i], &names[i]));
  YS_TRY(where_of(r, &where));
  return ys_refer_expected(r->arena, r->refers, names, where, out);
}

/* Suggests the nearest name. */
static ys_status add_hint(const note_report *r, ys_str *out) {
  const ys_str name = r->note->name->text;
  if (name.ptr[0] != '"' || r->details.sensitive || r->note->rule->sensitive)
    return YS_OK;
  return ys_nearest_hint(
      r->arena,
      ys_ledger_nearest(r->ledger, r->note->rule,
                        (ys_str){name.ptr + 1, name.len - 1}),
      out);
}

static ys_status record_missing(const note_report *r, ys_buf *buf,
                                ys_diag *diag) {
  diag->rule = YS_STR("refers");
  YS_TRY(expect_names(r, &diag->args[0]));
  show_note(r, buf);
  ys_buf_cstr(buf, " (no such name)");
  YS_TRY(ys_buf_keep(buf, r->arena, &diag->args[1]));
  return add_hint(r, &diag->args[2]);
}

/* ---- identities ---------------------------------------------------------- */

static void expect_difference(const ys_identity *identity, ys_buf *buf) {
  ys_buf_cstr(buf, "different from all other items ");
  ys_buf_cstr(buf, identity->scope == YS_SCOPE_FILE ? "of this file in "
                                                    : "of all documents in ");
  for (uint32_t i = 0; i < identity->count; i++) {
    if (i > 0) ys_buf_cstr(buf, " and ");
    ys_buf_add(buf, identity->keys[i].text);
  }
}

static ys_status record_repeated(const note_report *r, ys_buf *buf,
                                 ys_diag *diag) {
  const ys_ledger_owner *item = r->note->item;
  ys_mentions_details first;
  if (!ys_mentions_read_details(item->details, &first)) return YS_INVALID;
  diag->rule = YS_STR("identity");
  expect_difference(r->identity, buf);
  YS_TRY(ys_buf_keep(buf, r->arena, &diag->args[0]));
  *buf = ys_buf_of(r->arena->memory);
  show_note(r, buf);
  ys_buf_fill(buf, " (the same as %s (%s:%s))",
              YS_WORDS(first.path.len > 0 ? first.path : YS_STR("the document"),
                       first.file.len > 0 ? first.file : item->document->file,
                       YS_UINT(first.line)));
  return ys_buf_keep(buf, r->arena, &diag->args[1]);
}

/* ---- records ------------------------------------------------------------- */

/* Finds a file among the sources of a space, or adds it without its text. */
static ys_status find_source(ys_space *space, ys_str file, uint16_t *out) {
  ys_source *source;
  for (uint32_t i = 0; i < space->sources.count; i++) {
    *out = (uint16_t)i;
    if (ys_str_eq(space->sources.list[i]->name, file)) return YS_OK;
  }
  YS_TRY(ys_source_new(space->arena.memory, file, YS_STR(""), &source));
  return ys_sources_add(&space->sources, source, out);
}

/* The place of what refers. It may be a default in the schema: then the gap is
 * where the document lacks it. */
static ys_status find_place(const note_report *r, ys_place *at, ys_gap *gap) {
  const ys_mentions_details *details = &r->details;
  const uint32_t line = details->gap > 0 ? details->gap : r->document->line;
  *at = (ys_place){details->line, details->column, r->to->source};
  *gap = (ys_gap){0};
  if (details->file.len == 0) return YS_OK;
  YS_TRY(find_source(r->to->space, details->file, &at->source));
  if (at->source != r->to->source) gap->at = (ys_place){line, 0, r->to->source};
  return YS_OK;
}

static ys_status record_note(const note_report *r) {
  const bool repeated = r->note->item != NULL;
  ys_place at;
  ys_gap gap;
  YS_TRY(find_place(r, &at, &gap));
  ys_diag *diag =
      ys_space_diagnose(r->to->space, repeated ? YS_E_IDENTITY : YS_E_REFERENCE,
                        at, repeated ? r->identity->place : r->refers->place);
  if (diag == NULL) return YS_NOMEM;
  diag->gap = gap;
  YS_TRY(ys_arena_str(r->arena, r->details.path, &diag->path));
  ys_buf buf = ys_buf_of(r->arena->memory);
  const ys_status status =
      repeated ? record_repeated(r, &buf, diag) : record_missing(r, &buf, diag);
  ys_buf_release(&buf);
  return status;
}

/* Finds what a note is about in the schema. Returns whether it is there. */
static bool find_rule(note_report *r) {
  const ys_references_of_schema *all = r->to->references;
  r->refers = all->refers;
  r->identity = all->identities;
  while (r->refers != NULL && r->refers->number != r->note->number)
    r->refers = r->refers->next_of_schema;
  while (r->identity != NULL && r->identity->number != r->note->number)
    r->identity = r->identity->next_of_schema;
  return r->note->item != NULL
             ? r->identity != NULL
             : r->refers != NULL && r->refers->count == r->note->rule->count;
}

ys_status ys_crossref_record(ys_ledger *ledger,
                             const ys_ledger_document *document,
                             const ys_crossref_report *report) {
  note_report r = {.to = report,
                   .ledger = ledger,
                   .document = document,
                   .arena = ys_space_records(report->space)};
  for (r.note = document->first; r.note != NULL; r.note = r.note->next) {
    if (!ys_ledger_is_wrong(ledger, r.note, report->partial)) continue;
    if (!find_rule(&r) ||
        !ys_mentions_read_details(r.note->details, &r.details))
      return YS_INVALID;
    YS_TRY(record_note(&r));
  }
  return YS_OK;
}
