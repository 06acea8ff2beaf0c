#include "core/print/report.h"

#include "core/print/masking.h"
#include "core/print/message.h"
#include "core/text/alike.h"
#include "core/text/excerpt.h"
#include "core/tree/gap.h"

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
  const ys_space *space;
  ys_arena arena; /* of the masked records */
  ys_buf *out;
  size_t start;         /* where this report begins in `out` */
  const ys_diag *last;  /* the previous record, if it is of the same group */
  const ys_alike *fold; /* all places of the current record; or NULL */
  bool all;             /* show every place */
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

static void add_hints(writer *w, const char *label, const ys_diag *diag) {
  const ys_filling filling = {w->sources, diag, YS_FOR_PEOPLE, FOUND_INDENT};
  ys_message_hints(w->out, label, &filling);
}

/* Whether a record is about an array item, and so its place is a dash. */
static bool is_item(const ys_diag *diag) {
  const ys_str path = diag->path;
  return path.len > 1 && path.ptr[path.len - 1] == ']' &&
         path.ptr[path.len - 2] != '"';
}

/* What to mark: nothing for a document. */
static ys_mark_at mark_of(const ys_message *message, const ys_diag *diag) {
  if (message->mark != YS_MARK_VALUE) return message->mark;
  if (diag->path.len == 0) return YS_MARK_NOTHING;
  return is_item(diag) ? YS_MARK_ITEM : YS_MARK_VALUE;
}

static void add_excerpt(writer *w, const ys_message *message,
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

/* Gives the record as it may be shown; NULL when out of memory. */
static const ys_diag *shown(writer *w, const ys_diag *diag) {
  const ys_masks *masks = w->shown.masks;
  ys_diag *copy;
  if (masks == NULL) return diag;
  copy = ys_arena_new(&w->arena, ys_diag);
  if (copy != NULL &&
      ys_masks_record(masks, w->sources, &w->arena, diag, copy) == YS_OK)
    return copy;
  w->out->failed = true;
  return NULL;
}

/* Appends a row with another place of the current record. What is missing has
 * the place of the map that lacks it, since the place in the schema is the same
 * everywhere. */
static void add_place(writer *w, const char *label, const ys_diag *diag) {
  diag = shown(w, diag);
  if (diag == NULL) return;
  const bool is_missing = diag->gap.at.line > 0 || diag->code == YS_E_REQUIRED;
  const ys_place at = is_missing ? diag->gap.at : diag->at;
  ys_buf_cstr(w->out, label);
  fill(w, "%P", diag, 0);
  if (at.line > 0) {
    ys_buf_cstr(w->out, " (");
    ys_excerpt_place(w->out, w->sources, at);
    ys_buf_char(w->out, ')');
  }
  ys_buf_char(w->out, '\n');
}

static void add_rest(writer *w, const char *label, const char *what) {
  ys_buf_cstr(w->out, label);
  ys_buf_uint(w->out, w->fold->count - YS_FOLD_PLACES);
  ys_buf_cstr(w->out, what);
  ys_buf_cstr(w->out, " (--all shows them)\n");
}

/* Appends the other places of the current record. */
static void add_places(writer *w, const char *label) {
  if (w->fold == NULL) return;
  for (uint32_t i = 1; i < YS_FOLD_PLACES; i++)
    add_place(w, label, w->fold->places[i]);
  add_rest(w, label,
           w->fold->count == YS_FOLD_PLACES + 1 ? " more place"
                                                : " more places");
}

/* ---- INPUT --------------------------------------------------------------- */

static void add_input(writer *w, const ys_diag *diag) {
  const ys_message *message = ys_message_of(diag->code);
  const ys_str name = ys_sources_name_of(w->sources, diag->at);
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
  add_excerpt(w, message, diag, YS_MARK_PLACE, false);
  add_hints(w, "    = hint: ", diag);
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
  if (diag->at.line == 0 && diag->path.len > 0 &&
      (message->summary == NULL || strstr(message->summary, "%P") == NULL)) {
    ys_excerpt_text(w->out, diag->path, YS_EXCERPT_TEXT);
    ys_buf_char(w->out, '\n');
  }
  add_excerpt(w, message, diag, mark_of(message, diag), true);
  const size_t before = w->out->len;
  if (before > top) ys_buf_char(w->out, '\n');
  const size_t begin = w->out->len;
  add_row(w, "    = found: ", message->found, diag, FOUND_INDENT);
  add_row(w, "    = expected: ", message->expected, diag, FOUND_INDENT);
  add_hints(w, "    = hint: ", diag);
  add_places(w, "    = also at: ");
  if (w->out->len == begin) w->out->len = before;
}

/* ---- VALIDATION ---------------------------------------------------------- */

static bool same_node(const ys_diag *a, const ys_diag *b) {
  return ys_place_is(a->at, b->at) && ys_str_eq(a->path, b->path);
}

/* Appends where a value is missing whose default breaks a rule. */
static void add_gap(writer *w, const ys_gap *gap) {
  if (gap->at.line == 0) return;
  ys_buf_cstr(w->out, "    not given in: ");
  if (gap->is_document && ys_gap_has_files(w->space))
    ys_gap_add_files(w->space, w->out);
  else
    ys_excerpt_place(w->out, w->sources, gap->at);
  ys_buf_char(w->out, '\n');
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
  add_gap(w, &diag->gap);
  if (diag->at.line == 0) return;
  ys_buf_cstr(w->out, "    from: ");
  ys_excerpt_place(w->out, w->sources, diag->at);
  ys_buf_char(w->out, '\n');
  ys_excerpt_portion(w->out, w->sources, diag->at, diag->last,
                     mark_of(ys_message_of(diag->code), diag), LINE_INDENT);
}

static void add_violation(writer *w, const ys_diag *diag) {
  const ys_message *message = ys_message_of(diag->code);
  if (w->last == NULL || !same_node(w->last, diag)) add_node(w, diag);
  ys_buf_cstr(w->out, "    - must be: ");
  fill(w, message->expected, diag, RULE_INDENT);
  ys_buf_char(w->out, '\n');
  add_row(w, "      found: ", message->found, diag, RESULT_INDENT);
  add_hints(w, "      hint: ", diag);
  add_places(w, "      also at: ");
}

/* ---- for people ---------------------------------------------------------- */

typedef void add_fn(writer *w, const ys_diag *diag);

/* Whether a record is not reported by itself, because it is one of many places.
 * Of warnings, which take a line each, the first ones are reported. */
static bool is_folded(const writer *w, const ys_diag *diag, ys_group group) {
  const ys_alike *fold = w->fold;
  if (fold == NULL || diag == fold->places[0]) return false;
  return group != YS_GROUP_WARNING ||
         (diag != fold->places[1] && diag != fold->places[2]);
}

static void add_records(writer *w, const ys_diags *diags, ys_group group,
                        const ys_alikes *all, add_fn *add) {
  w->last = NULL;
  for (const ys_diag *diag = diags->first; diag != NULL && !w->out->failed;
       diag = diag->next) {
    if (ys_code_group(diag->code) != group) continue;
    w->fold = w->all ? NULL : ys_alikes_find(all, diag);
    if (is_folded(w, diag, group)) continue;
    const ys_diag *copy = shown(w, diag);
    if (copy == NULL) return;
    add(w, copy);
    w->last = copy;
    if (group == YS_GROUP_WARNING && w->fold != NULL &&
        diag == w->fold->places[YS_FOLD_PLACES - 1])
      add_rest(w, "warning: ", " more like the one above");
  }
}

static void add_group(writer *w, const ys_diags *diags, ys_group group,
                      add_fn *add) {
  ys_alikes all;
  if (diags->groups[group] == 0) return;
  if (ys_alikes_collect(&all, &w->arena, diags, group) == YS_OK)
    add_records(w, diags, group, &all, add);
  else
    w->out->failed = true;
  ys_alikes_release(&all, w->arena.memory);
}

/* Begins a report. The writer stays where it is until end() ends it. */
static void begin(writer *w, ys_space *space, ys_buf *out) {
  *w = (writer){.shown = space->sources,
                .space = space,
                .out = out,
                .start = out->len,
                .all = space->report_all};
  w->sources = &w->shown;
  ys_arena_init(&w->arena, out->memory);
  if (ys_mask_report(space, &w->shown.masks) != YS_OK) out->failed = true;
}

static void end(writer *w) {
  ys_arena_release(&w->arena);
}

void ys_report_text(ys_space *space, ys_buf *out) {
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

void ys_report_warnings(ys_space *space, ys_buf *out) {
  writer w;
  begin(&w, space, out);
  add_group(&w, &space->diags, YS_GROUP_WARNING, add_warning);
  end(&w);
}
