/* core/print/record.c - records for programs (core/print/report.h). */

#include "core/print/conceal.h"
#include "core/print/emit.h"
#include "core/print/message.h"
#include "core/print/report.h"

/* Converts a text of the tables, which is empty for NULL. */
static ys_str words(const char *text) {
  return text == NULL ? (ys_str){0} : ys_cstr(text);
}

/* ---- texts --------------------------------------------------------------- */

/* Fills a template and copies the result to the arena. `scratch` is a buffer
 * that is reused. */
static ys_status plain(ys_arena *arena, ys_buf *scratch, const char *template,
                       const ys_filling *filling, ys_str *out) {
  scratch->len = 0;
  ys_message_write(scratch, words(template), filling);
  YS_TRY(ys_buf_status(scratch));
  return ys_arena_str(arena, ys_buf_str(scratch), out);
}

/* Fills the templates of the hints, one per line, and skips those that do not
 * apply. */
static ys_status plain_hints(ys_arena *arena, ys_buf *scratch,
                             const char *template, const ys_filling *filling,
                             ys_str *out) {
  ys_str hints = words(template);
  scratch->len = 0;
  while (hints.len > 0) {
    const size_t before = scratch->len;
    if (before > 0) ys_buf_char(scratch, '\n');
    if (!ys_message_write(scratch, ys_message_hint(&hints), filling))
      scratch->len = before;
  }
  YS_TRY(ys_buf_status(scratch));
  return ys_arena_str(arena, ys_buf_str(scratch), out);
}

static ys_status plain_texts(const ys_space *space, ys_arena *arena,
                             ys_buf *scratch, const ys_diag *diag,
                             ys_violation *out) {
  const ys_message *m = ys_message_of(diag->code);
  const ys_filling filling = {&space->sources, diag, YS_FOR_PROGRAMS, 0};
  YS_TRY(plain(arena, scratch, m->sentence, &filling, &out->message));
  YS_TRY(plain(arena, scratch, m->found, &filling, &out->found));
  YS_TRY(plain(arena, scratch, m->expected, &filling, &out->expected));
  return plain_hints(arena, scratch, m->hints, &filling, &out->hint);
}

ys_status ys_report_violation(const ys_space *space, const ys_masks *masks,
                              ys_arena *arena, const ys_diag *diag,
                              ys_violation *out) {
  ys_buf scratch;
  ys_status status;
  ys_diag copy;
  if (masks != NULL) {
    YS_TRY(ys_masks_record(masks, arena, diag, &copy));
    diag = &copy;
  }
  const bool input = ys_code_group(diag->code) == YS_GROUP_INPUT;
  *out = (ys_violation){
      .kind = ys_message_of(diag->code)->kind,
      .path = diag->path,
      .rule = diag->rule,
      .file = input ? ys_sources_name_of(&space->sources, diag->at)
                    : ys_sources_name(&space->sources, diag->at),
      .schema_file = ys_sources_name(&space->sources, diag->by),
      .line = diag->at.line,
      .column = diag->at.column,
      .schema_line = diag->by.line};
  ys_buf_init(&scratch, arena->memory);
  status = plain_texts(space, arena, &scratch, diag, out);
  ys_buf_release(&scratch);
  return status;
}

/* ---- JSON ---------------------------------------------------------------- */

static void add_name(ys_buf *out, const char *name) {
  ys_buf_cstr(out, ",\"");
  ys_buf_cstr(out, name);
  ys_buf_cstr(out, "\":");
}

static void add_string(ys_buf *out, const char *name, ys_str text) {
  if (text.len == 0) return;
  add_name(out, name);
  ys_emit_json_string(out, text);
}

static void add_number(ys_buf *out, const char *name, uint32_t number) {
  if (number == 0) return;
  add_name(out, name);
  ys_buf_uint(out, number);
}

static void add_object(ys_buf *out, const ys_violation *v) {
  ys_buf_cstr(out, "{\"path\":");
  ys_emit_json_string(out, v->path);
  add_string(out, "message", v->message);
  add_string(out, "kind", ys_cstr(v->kind));
  add_string(out, "rule", v->rule);
  add_string(out, "found", v->found);
  add_string(out, "expected", v->expected);
  add_string(out, "hint", v->hint);
  add_string(out, "file", v->file);
  add_number(out, "line", v->line);
  add_number(out, "column", v->column);
  add_string(out, "schema_file", v->schema_file);
  add_number(out, "schema_line", v->schema_line);
  ys_buf_char(out, '}');
}

static ys_status add_record(const ys_space *space, const ys_masks *masks,
                            const ys_diag *diag, bool first, ys_buf *out) {
  ys_arena arena;
  ys_violation violation;
  ys_status status;
  ys_arena_init(&arena, out->memory);
  status = ys_report_violation(space, masks, &arena, diag, &violation);
  if (status == YS_OK) {
    ys_buf_cstr(out, first ? "\n" : ",\n");
    add_object(out, &violation);
  }
  ys_arena_release(&arena);
  return status;
}

/* Appends the records of a group as items of a JSON list. */
static void add_records(const ys_space *space, const ys_masks *masks,
                        ys_group group, bool *first, ys_buf *out) {
  const ys_diag *diag = space->diags.first;
  if (space->diags.groups[group] == 0) return;
  for (; diag != NULL && !out->failed; diag = diag->next) {
    if (ys_code_group(diag->code) != group) continue;
    if (add_record(space, masks, diag, *first, out) != YS_OK)
      out->failed = true;
    *first = false;
  }
}

void ys_report_json(ys_space *space, ys_buf *out) {
  const ys_masks *masks = NULL;
  bool first = true;
  if (ys_conceal(space, &masks) != YS_OK) out->failed = true;
  ys_buf_cstr(out, "{\"violations\": [");
  for (int group = YS_GROUP_INPUT; group < YS_GROUP_WARNING; group++)
    add_records(space, masks, (ys_group)group, &first, out);
  ys_buf_cstr(out, first ? "], \"warnings\": [" : "\n], \"warnings\": [");
  first = true;
  add_records(space, masks, YS_GROUP_WARNING, &first, out);
  ys_buf_cstr(out, first ? "]}\n" : "\n]}\n");
}
