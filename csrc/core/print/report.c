#include "core/print/report.h"

#include "core/print/conceal.h"
#include "core/print/emit.h"
#include "core/print/message.h"
#include "core/text/excerpt.h"

/* Indentations of further lines in the layout (reference#layout). */
enum {
  FOUND_INDENT = 13,  /* below `    = found: ` */
  RULE_INDENT = 15,   /* below `    - must be: ` */
  RESULT_INDENT = 13, /* below `      found: ` */
  LINE_INDENT = 6     /* of the source lines of a final value */
};

typedef struct writer {
  ys_sources shown; /* the sources, with the masks of this report */
  const ys_sources *sources;
  ys_arena arena; /* of the masks and the masked records */
  ys_buf *out;
  size_t start;        /* where this report begins in `out` */
  const ys_diag *last; /* the previous record, if it is of the same group */
} writer;

/* Converts a text of the tables, which is empty for NULL. */
static ys_str words(const char *text) {
  return text == NULL ? (ys_str){0} : ys_cstr(text);
}

static bool fill(writer *w, const char *template, const ys_diag *diag,
                 size_t indent) {
  const ys_filling filling = {w->sources, diag, YS_FOR_PEOPLE, indent};
  return ys_message_write(w->out, words(template), &filling);
}

/* Separates a block from the previous one with an empty line. */
static void begin_block(writer *w) {
  if (w->out->len > w->start) ys_buf_char(w->out, '\n');
}

/* Appends a label with a filled template, or nothing if that is empty. */
static void add_row(writer *w, const char *label, const char *template,
                    const ys_diag *diag, size_t indent) {
  const size_t before = w->out->len;
  ys_buf_cstr(w->out, label);
  const size_t begin = w->out->len;
  fill(w, template, diag, indent);
  if (w->out->len == begin)
    w->out->len = before;
  else
    ys_buf_char(w->out, '\n');
}

static void add_hints(writer *w, const char *label, const ys_message *message,
                      const ys_diag *diag) {
  const ys_filling filling = {w->sources, diag, YS_FOR_PEOPLE, FOUND_INDENT};
  ys_str hints = words(message->hints);
  while (hints.len > 0) {
    const size_t before = w->out->len;
    ys_buf_cstr(w->out, label);
    if (ys_message_write(w->out, ys_message_hint(&hints), &filling))
      ys_buf_char(w->out, '\n');
    else
      w->out->len = before;
  }
}

static void add_excerpt(writer *w, const ys_message *message,
                        const ys_diag *diag, bool with_name) {
  switch (message->shown) {
  case YS_SHOW_NODE:
    ys_excerpt_node(w->out, w->sources, diag->at, with_name);
    return;
  case YS_SHOW_BY:
    ys_excerpt_block(w->out, w->sources, diag->by, YS_NOWHERE, with_name);
    return;
  default:
    ys_excerpt_block(w->out, w->sources, diag->at,
                     message->shown == YS_SHOW_BOTH ? diag->by : YS_NOWHERE,
                     with_name);
  }
}

/* ---- INPUT --------------------------------------------------------------- */

/* Returns the name of the source at fault, also if it has no lines because it
 * could not be read. */
static ys_str input_name(const ys_sources *sources, ys_place place) {
  if (place.source >= sources->count) return (ys_str){0};
  return sources->list[place.source]->name;
}

static void add_input(writer *w, const ys_diag *diag) {
  const ys_message *message = ys_message_of(diag->code);
  const ys_str name = input_name(w->sources, diag->at);
  begin_block(w);
  ys_excerpt_text(w->out, name, YS_EXCERPT_TEXT);
  if (diag->at.line > 0) {
    ys_buf_char(w->out, ':');
    ys_buf_uint(w->out, diag->at.line);
    if (diag->at.column > 0) {
      ys_buf_char(w->out, ':');
      ys_buf_uint(w->out, diag->at.column);
    }
  }
  if (name.len > 0) ys_buf_cstr(w->out, ": ");
  fill(w, message->sentence, diag, 0);
  ys_buf_char(w->out, '\n');
  add_excerpt(w, message, diag, false);
  add_hints(w, "    = hint: ", message, diag);
}

/* ---- SCHEMA and DATA ----------------------------------------------------- */

static void add_heading(writer *w, const char *heading) {
  ys_buf_cstr(w->out, heading);
  ys_buf_char(w->out, '\n');
  ys_buf_repeat(w->out, '=', strlen(heading));
  ys_buf_cstr(w->out, "\n\n");
}

static void add_hunk(writer *w, const ys_diag *diag) {
  const ys_message *message = ys_message_of(diag->code);
  begin_block(w);
  if (w->last == NULL ||
      strcmp(ys_message_of(w->last->code)->heading, message->heading) != 0)
    add_heading(w, message->heading);
  const size_t top = w->out->len;
  if (message->summary != NULL) {
    fill(w, message->summary, diag, 0);
    ys_buf_char(w->out, '\n');
  }
  if (diag->at.line == 0 && diag->path.len > 0) {
    ys_excerpt_text(w->out, diag->path, YS_EXCERPT_TEXT);
    ys_buf_char(w->out, '\n');
  }
  add_excerpt(w, message, diag, true);
  const size_t before = w->out->len;
  if (before > top) ys_buf_char(w->out, '\n');
  const size_t begin = w->out->len;
  add_row(w, "    = found: ", message->found, diag, FOUND_INDENT);
  add_row(w, "    = expected: ", message->expected, diag, FOUND_INDENT);
  add_hints(w, "    = hint: ", message, diag);
  if (w->out->len == begin) w->out->len = before;
}

/* ---- VALIDATION ---------------------------------------------------------- */

static bool same_node(const ys_diag *a, const ys_diag *b) {
  return a->at.line == b->at.line && a->at.column == b->at.column &&
         a->at.source == b->at.source && ys_str_eq(a->path, b->path);
}

static void add_node(writer *w, const ys_diag *diag) {
  begin_block(w);
  if (w->last == NULL) {
    ys_buf_cstr(w->out, ys_message_of(diag->code)->heading);
    ys_buf_char(w->out, '\n');
  }
  ys_buf_cstr(w->out, "  ");
  fill(w, "%P", diag, 0);
  ys_buf_char(w->out, '\n');
  if (diag->at.line == 0) return;
  ys_buf_cstr(w->out, "    from: ");
  ys_excerpt_place(w->out, w->sources, diag->at);
  ys_buf_char(w->out, '\n');
  ys_excerpt_portion(w->out, w->sources, diag->at, diag->last, LINE_INDENT);
}

static void add_violation(writer *w, const ys_diag *diag) {
  const ys_message *message = ys_message_of(diag->code);
  if (w->last == NULL || !same_node(w->last, diag)) add_node(w, diag);
  ys_buf_cstr(w->out, "    - must be: ");
  fill(w, message->expected, diag, RULE_INDENT);
  ys_buf_char(w->out, '\n');
  add_row(w, "      found: ", message->found, diag, RESULT_INDENT);
  add_hints(w, "      hint: ", message, diag);
}

/* ---- for people ---------------------------------------------------------- */

typedef void add_fn(writer *w, const ys_diag *diag);

/* Gives the record as it may be shown; NULL when out of memory. */
static const ys_diag *shown(writer *w, const ys_diag *diag) {
  const ys_masks *masks = w->shown.masks;
  ys_diag *copy;
  if (masks == NULL || masks->text_count == 0) return diag;
  copy = ys_arena_new(&w->arena, ys_diag);
  if (copy == NULL || ys_masks_record(masks, &w->arena, diag, copy) != YS_OK)
    return NULL;
  return copy;
}

static void add_group(writer *w, const ys_diags *diags, ys_group group,
                      add_fn *add) {
  if (diags->groups[group] == 0) return;
  w->last = NULL;
  for (const ys_diag *diag = diags->first; diag != NULL && !w->out->failed;
       diag = diag->next) {
    if (ys_code_group(diag->code) != group) continue;
    const ys_diag *copy = shown(w, diag);
    if (copy == NULL) {
      w->out->failed = true;
      return;
    }
    add(w, copy);
    w->last = copy;
  }
}

/* Begins a report. The writer stays where it is until end() ends it. */
static void begin(writer *w, const ys_space *space, ys_buf *out) {
  *w = (writer){.shown = space->sources, .out = out, .start = out->len};
  w->sources = &w->shown;
  ys_arena_init(&w->arena, out->memory);
  if (ys_conceal(space, &w->arena, &w->shown.masks) != YS_OK)
    out->failed = true;
}

static void end(writer *w) {
  ys_arena_release(&w->arena);
}

void ys_report_text(const ys_space *space, ys_buf *out) {
  writer w;
  begin(&w, space, out);
  add_group(&w, &space->diags, YS_GROUP_INPUT, add_input);
  add_group(&w, &space->diags, YS_GROUP_SCHEMA, add_hunk);
  add_group(&w, &space->diags, YS_GROUP_DATA, add_hunk);
  add_group(&w, &space->diags, YS_GROUP_VALIDATION, add_violation);
  end(&w);
}

static void add_warning(writer *w, const ys_diag *diag) {
  ys_excerpt_place(w->out, w->sources, diag->at);
  ys_buf_cstr(w->out, diag->at.line > 0 ? ": warning: " : "warning: ");
  fill(w, ys_message_of(diag->code)->sentence, diag, 0);
  ys_buf_char(w->out, '\n');
}

void ys_report_warnings(const ys_space *space, ys_buf *out) {
  writer w;
  begin(&w, space, out);
  add_group(&w, &space->diags, YS_GROUP_WARNING, add_warning);
  end(&w);
}

/* ---- for programs -------------------------------------------------------- */

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
  *out =
      (ys_violation){.kind = ys_message_of(diag->code)->kind,
                     .path = diag->path,
                     .rule = diag->rule,
                     .file = input ? input_name(&space->sources, diag->at)
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

void ys_report_json(const ys_space *space, ys_buf *out) {
  bool first = true;
  writer w;
  begin(&w, space, out);
  ys_buf_cstr(out, "{\"violations\": [");
  for (int group = YS_GROUP_INPUT; group < YS_GROUP_WARNING; group++)
    add_records(space, w.shown.masks, (ys_group)group, &first, out);
  ys_buf_cstr(out, first ? "], \"warnings\": [" : "\n], \"warnings\": [");
  first = true;
  add_records(space, w.shown.masks, YS_GROUP_WARNING, &first, out);
  ys_buf_cstr(out, first ? "]}\n" : "\n]}\n");
  end(&w);
}
