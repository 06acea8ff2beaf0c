#include "core/print/report.h"

#include "core/print/writer.h"
#include "core/tree/gap.h"

/* Indentations of further lines in the layout (reference#layout). */
enum {
  FOUND_INDENT = 13,  /* below `    = found: ` */
  RULE_INDENT = 15,   /* below `    - must be: ` */
  RESULT_INDENT = 13, /* below `      found: ` */
  LINE_INDENT = 6     /* of the source lines of a final value */
};

static void add_hints(ys_writer *w, const char *label, const ys_diag *diag) {
  const ys_filling filling = {w->sources, diag, YS_FOR_PEOPLE, FOUND_INDENT};
  ys_message_hints(w->out, label, &filling);
}

static void add_excerpt(ys_writer *w, const ys_message *message,
                        const ys_diag *diag, ys_mark_at mark, bool with_name) {
  switch (message->shown) {
  case YS_SHOW_NODE:
    ys_excerpt_node(w->out, w->sources, diag->at, with_name);
    return;
  case YS_SHOW_BY:
    ys_excerpt_block(w->out, w->sources, diag->by, YS_NOWHERE, YS_MARK_NOTHING,
                     with_name);
    return;
  default:
    ys_excerpt_block(w->out, w->sources, diag->at,
                     message->shown == YS_SHOW_BOTH ? diag->by : YS_NOWHERE,
                     mark, with_name);
  }
}

/* ---- INPUT --------------------------------------------------------------- */

static void add_input(ys_writer *w, const ys_diag *diag) {
  const ys_message *message = ys_message_of(diag->code);
  const ys_str name = ys_sources_name_of(w->sources, diag->at);
  ys_writer_block(w);
  ys_excerpt_text(w->out, name, YS_EXCERPT_TEXT);
  if (diag->at.line > 0) {
    ys_buf_fill(w->out, ":%s", YS_WORDS(YS_UINT(diag->at.line)));
    if (diag->at.column > 0) {
      ys_buf_fill(w->out, ":%s", YS_WORDS(YS_UINT(diag->at.column)));
    }
  }
  if (name.len > 0) ys_buf_cstr(w->out, ": ");
  ys_writer_fill(w, message->sentence, diag, 0);
  ys_buf_char(w->out, '\n');
  add_excerpt(w, message, diag, YS_MARK_PLACE, false);
  add_hints(w, "    = hint: ", diag);
}

/* ---- SCHEMA and DATA ----------------------------------------------------- */

static void add_heading(ys_writer *w, const char *heading) {
  ys_buf_fill(w->out, "%s\n", YS_WORDS(ys_cstr(heading)));
  ys_buf_repeat(w->out, '=', strlen(heading));
  ys_buf_cstr(w->out, "\n\n");
}

static void add_hunk(ys_writer *w, const ys_diag *diag) {
  const ys_message *message = ys_message_of(diag->code);
  ys_writer_block(w);
  const char *heading = ys_message_heading(diag->code);
  if (w->last == NULL ||
      strcmp(ys_message_heading(w->last->code), heading) != 0)
    add_heading(w, heading);
  const size_t top = w->out->len;
  if (message->summary != NULL) {
    ys_writer_fill(w, message->summary, diag, 0);
    ys_buf_char(w->out, '\n');
  }
  if (diag->at.line == 0 && diag->path.len > 0 &&
      (message->summary == NULL || strstr(message->summary, "%P") == NULL)) {
    ys_excerpt_text(w->out, diag->path, YS_EXCERPT_TEXT);
    ys_buf_char(w->out, '\n');
  }
  add_excerpt(w, message, diag, ys_writer_mark(diag), true);
  const size_t before = w->out->len;
  if (before > top) ys_buf_char(w->out, '\n');
  const size_t begin = w->out->len;
  ys_writer_row(w, "    = found: ", message->found, diag, FOUND_INDENT);
  ys_writer_row(w, "    = expected: ", message->expected, diag, FOUND_INDENT);
  add_hints(w, "    = hint: ", diag);
  ys_writer_places(w, "    = also at: ");
  if (w->out->len == begin) w->out->len = before;
}

/* ---- VALIDATION ---------------------------------------------------------- */

static bool same_node(const ys_diag *a, const ys_diag *b) {
  return ys_place_is(a->at, b->at) && ys_str_eq(a->path, b->path);
}

/* Appends where a value is missing whose default breaks a rule. */
static void add_gap(ys_writer *w, const ys_gap *gap) {
  if (gap->at.line == 0) return;
  ys_buf_cstr(w->out, "    not given in: ");
  if (gap->is_document && ys_gap_has_files(w->space))
    ys_gap_add_files(w->space, w->out);
  else
    ys_excerpt_place(w->out, w->sources, gap->at);
  ys_buf_char(w->out, '\n');
}

static void add_node(ys_writer *w, const ys_diag *diag) {
  ys_writer_block(w);
  if (w->last == NULL) {
    ys_buf_cstr(w->out, ys_message_heading(diag->code));
    ys_buf_char(w->out, '\n');
  }
  ys_buf_cstr(w->out, "  ");
  ys_writer_fill(w, "%P", diag, 0);
  ys_buf_char(w->out, '\n');
  add_gap(w, &diag->gap);
  if (diag->at.line == 0) return;
  ys_buf_cstr(w->out, "    from: ");
  ys_excerpt_place(w->out, w->sources, diag->at);
  ys_buf_char(w->out, '\n');
  ys_excerpt_portion(w->out, w->sources, diag->at, diag->last,
                     ys_writer_mark(diag), LINE_INDENT);
}

static void add_violation(ys_writer *w, const ys_diag *diag) {
  const ys_message *message = ys_message_of(diag->code);
  if (w->last == NULL || !same_node(w->last, diag)) add_node(w, diag);
  ys_buf_cstr(w->out, message->summary != NULL ? "    - " : "    - must be: ");
  ys_writer_fill(
      w, message->summary != NULL ? message->summary : message->expected, diag,
      RULE_INDENT);
  ys_buf_char(w->out, '\n');
  ys_writer_row(w, "      found: ", message->found, diag, RESULT_INDENT);
  add_hints(w, "      hint: ", diag);
  ys_writer_places(w, "      also at: ");
}

/* ---- for people ---------------------------------------------------------- */

typedef void add_fn(ys_writer *w, const ys_diag *diag);

/* Whether a record is not reported by itself, because it is one of many places.
 * Of warnings, which take a line each, the first ones are reported. */
static bool is_folded(const ys_writer *w, const ys_diag *diag, ys_group group) {
  const ys_repeat *fold = w->fold;
  if (fold == NULL || diag == fold->places[0]) return false;
  return group != YS_GROUP_WARNING ||
         (diag != fold->places[1] && diag != fold->places[2]);
}

static void add_records(ys_writer *w, const ys_diags *diags, ys_group group,
                        const ys_repeats *all, add_fn *add) {
  w->last = NULL;
  for (const ys_diag *diag = diags->first; diag != NULL && !w->out->failed;
       diag = diag->next) {
    if (ys_code_group(diag->code) != group) continue;
    w->fold = w->all ? NULL : ys_repeats_find(all, diag);
    if (is_folded(w, diag, group)) continue;
    const ys_diag *copy = ys_writer_shown(w, diag);
    if (copy == NULL) return;
    add(w, copy);
    w->last = copy;
    if (group == YS_GROUP_WARNING && w->fold != NULL &&
        diag == w->fold->places[YS_FOLD_PLACES - 1])
      ys_writer_rest(w, "warning: ", " more like the one above");
  }
}

static void add_group(ys_writer *w, const ys_diags *diags, ys_group group,
                      add_fn *add) {
  ys_repeats all;
  if (diags->groups[group] == 0) return;
  if (ys_repeats_collect(&all, &w->arena, diags, group) == YS_OK)
    add_records(w, diags, group, &all, add);
  else
    w->out->failed = true;
  ys_repeats_release(&all);
}

bool ys_report_text(ys_space *space, bool all, ys_buf *out) {
  ys_writer w;
  ys_writer_begin(&w, space, all, out);
  add_group(&w, &space->diags, YS_GROUP_INPUT, add_input);
  add_group(&w, &space->diags, YS_GROUP_SCHEMA, add_hunk);
  add_group(&w, &space->diags, YS_GROUP_DATA, add_hunk);
  add_group(&w, &space->diags, YS_GROUP_VALIDATION, add_violation);
  ys_writer_others(&w, false);
  ys_writer_end(&w);
  return w.leaves_out;
}

static void add_warning(ys_writer *w, const ys_diag *diag) {
  ys_excerpt_place(w->out, w->sources, diag->at);
  ys_buf_cstr(w->out, diag->at.line > 0 ? ": warning: " : "warning: ");
  ys_writer_fill(w, ys_message_of(diag->code)->sentence, diag, 0);
  ys_buf_char(w->out, '\n');
}

bool ys_report_warnings(ys_space *space, bool all, ys_buf *out) {
  ys_writer w;
  ys_writer_begin(&w, space, all, out);
  add_group(&w, &space->diags, YS_GROUP_WARNING, add_warning);
  ys_writer_others(&w, true);
  ys_writer_end(&w);
  return w.leaves_out;
}
