/* core/print/blocks.c - Reports of many files: one block for each violation, in
 * the order of the text (core/print/report.h). */

#include "core/print/report.h"
#include "core/print/writer.h"
#include "core/text/underline.h"
#include "core/tree/gap.h"

#include <stdlib.h>
#include <string.h>

enum {
  ROW_INDENT = 16,   /* of further lines below `    = expected: ` */
  LONGEST_NOTE = 60, /* bytes of a hint that stands beside the underline */
  MOST_MARKED = 40, /* columns of a line in which a value is always shown, … */
  LEAST_AFTER = 16  /* … and columns of one that are shown anywhere */
};

/* A violation with the place at which it is reported. */
typedef struct entry {
  const ys_diag *diag;
  const ys_repeat *fold;
  ys_place at;
  size_t number; /* in the order in which they were found */
} entry;

/* A missing value is reported where it could have been given. */
static ys_place place_of(const ys_diag *diag) {
  return diag->gap.at.line > 0 ? diag->gap.at : diag->at;
}

static int compare(const void *left, const void *right) {
  const entry *a = left, *b = right;
  if (a->at.source != b->at.source) return a->at.source < b->at.source ? -1 : 1;
  if (a->at.line != b->at.line) return a->at.line < b->at.line ? -1 : 1;
  if (a->at.column != b->at.column) return a->at.column < b->at.column ? -1 : 1;
  return a->number < b->number ? -1 : 1;
}

/* ---- the first line ------------------------------------------------------ */

static void add_number(ys_buf *out, uint32_t number) {
  ys_buf_fill(out, ":%s", YS_WORDS(YS_UINT(number)));
}

/* Appends `values.yml:3:5: `. A violation without a place has the name alone,
 * if there is one. The column of a value could show how long something is that
 * is masked before it: then the key has to do. */
static void add_place(ys_writer *w, const ys_diag *diag) {
  const ys_place at = place_of(diag);
  const ys_str name = ys_sources_name_of(w->sources, at);
  ys_excerpt_text(w->out, name, YS_EXCERPT_TEXT);
  if (at.line > 0) {
    const uint32_t column =
        ys_report_column(w->sources, w->sources->masks, diag, at);
    add_number(w->out, at.line);
    add_number(w->out, column > 0 ? column : 1);
  }
  if (name.len > 0) ys_buf_cstr(w->out, ": ");
}

static void add_headline(ys_writer *w, const ys_diag *diag) {
  const ys_message *message = ys_message_of(diag->code);
  const bool is_warning = ys_code_group(diag->code) == YS_GROUP_WARNING;
  add_place(w, diag);
  ys_buf_cstr(w->out, is_warning ? "warning[" : "error[");
  ys_excerpt_text(w->out, ys_message_rule(diag), YS_EXCERPT_LINE);
  ys_buf_cstr(w->out, "]: ");
  ys_writer_fill(
      w, message->headline != NULL ? message->headline : message->sentence,
      diag, 0);
  ys_buf_char(w->out, '\n');
}

/* ---- the lines of the text ----------------------------------------------- */

/* Takes the first hint out of the hints if it is short enough to stand beside
 * the underline. Each hint ends its line; its further lines are indented. */
static ys_str take_note(ys_str *hints) {
  const char *end =
      hints->len == 0 ? NULL : memchr(hints->ptr, '\n', hints->len);
  if (end == NULL) return (ys_str){0};
  const ys_str note = {hints->ptr, (size_t)(end - hints->ptr)};
  const ys_str rest = {end + 1, hints->len - note.len - 1};
  if (note.len > LONGEST_NOTE || (rest.len > 0 && *rest.ptr == ' '))
    return (ys_str){0};
  *hints = rest;
  return note;
}

static void add_excerpt(ys_writer *w, const ys_diag *diag, ys_str *hints) {
  const ys_message *message = ys_message_of(diag->code);
  const ys_place at = place_of(diag);
  const bool is_schema = ys_code_group(diag->code) == YS_GROUP_SCHEMA;
  if (message->shown == YS_SHOW_NODE) {
    ys_excerpt_node(w->out, w->sources, diag->at, false);
  } else if (message->shown == YS_SHOW_BY) {
    ys_excerpt_block(w->out, w->sources, diag->by, YS_NOWHERE, YS_MARK_NOTHING,
                     false);
  } else if (is_schema && message->shown == YS_SHOW_BOTH && diag->by.line > 0) {
    ys_excerpt_block(w->out, w->sources, diag->at, diag->by,
                     ys_writer_mark(diag), false);
  } else if (at.line > 0) {
    const ys_mark_at mark = ys_writer_target(diag);
    ys_str rest = *hints;
    const ys_str note =
        mark == YS_MARK_NOTHING ? (ys_str){0} : take_note(&rest);
    if (ys_excerpt_underlined(w->out, w->sources, at, mark, note))
      *hints = rest;
  }
}

/* ---- the rows below ------------------------------------------------------ */

/* Appends where the schema gives a value that was not given. */
static void add_default(ys_writer *w, const ys_diag *diag) {
  if (diag->gap.at.line == 0 || diag->at.line == 0) return;
  ys_buf_cstr(w->out, "    = default: ");
  ys_excerpt_place(w->out, w->sources, diag->at);
  ys_buf_char(w->out, '\n');
}

/* The text that the excerpt marks as the value, or "" if it may not be the
 * whole one. */
static ys_str marked_value(const ys_writer *w, const ys_diag *diag) {
  const ys_mark_at mark = ys_writer_target(diag);
  const uint32_t columns = w->sources->columns;
  if (mark == YS_MARK_NOTHING || diag->at.line == 0 ||
      diag->value_kind == YS_VALUE_MASKED ||
      (columns > 0 && columns < MOST_MARKED + LEAST_AFTER))
    return (ys_str){0};
  const ys_str line = ys_sources_line(w->sources, diag->at);
  const uint32_t column = ys_excerpt_column(w->sources, diag->at, mark);
  const uint32_t end = ys_underline_end(line, column);
  if (end <= column || (end > MOST_MARKED && end - column > LEAST_AFTER))
    return (ys_str){0};
  const size_t from = ys_utf8_column(line, column);
  return (ys_str){line.ptr + from, ys_utf8_column(line, end) - from};
}

/* Whether a text is a value as a line has it, with or without quotes. */
static bool is_marked(ys_str marked, ys_str text) {
  if (ys_str_eq(marked, text)) return true;
  if (marked.len < 2 || (*marked.ptr != '"' && *marked.ptr != '\''))
    return false;
  return ys_str_eq((ys_str){marked.ptr + 1, marked.len - 2}, text);
}

/* Whether what a named rule found only denies what it requires. */
static bool only_denies(const ys_diag *diag) {
  const ys_str found = diag->args[1];
  return found.len == 0 ||
         (diag->rule.len > 0 &&
          (ys_str_starts(found, YS_STR("value ")) ||
           ys_str_eq(found, YS_STR("not one of allowed values"))));
}

/* Whether what was found is the value, in quotes or with its type. */
static bool only_quotes(ys_str marked, ys_str found) {
  if (is_marked(found, marked) || is_marked(marked, found)) return true;
  if (ys_str_eq(marked, found)) return true;
  return ys_str_starts(found, marked) &&
         ys_str_is_at(found, marked.len, ", of type ");
}

/* Appends what a rule found, unless the excerpt and the first line say it. */
static void add_found(ys_writer *w, const ys_diag *diag) {
  const ys_message *message = ys_message_of(diag->code);
  const ys_str marked = marked_value(w, diag);
  const char *template = message->found;
  const bool is_rule =
      message->headline != NULL && diag->code != YS_E_RULE_FAILED;
  if (is_rule && marked.len > 0) {
    if (diag->value_shown && only_quotes(marked, diag->args[1])) return;
    if (diag->value_kind == YS_VALUE_NULL || is_marked(marked, diag->value)) {
      if (only_denies(diag)) return;
      template = "%!2";
    }
  }
  ys_writer_row(w, "    = found: ", template, diag, ROW_INDENT);
}

static void add_schema_rows(ys_writer *w, const ys_diag *diag) {
  const ys_message *message = ys_message_of(diag->code);
  switch (ys_code_group(diag->code)) {
  case YS_GROUP_VALIDATION:
    add_found(w, diag);
    add_default(w, diag);
    ys_writer_row(w, "    = rule: ", "%B", diag, ROW_INDENT);
    return;
  case YS_GROUP_DATA:
    if (message->headline != NULL)
      ys_writer_row(w, "    = expected: ",
                    diag->code == YS_E_UNKNOWN_KEY ? "%K{ (%B)}" : "%3{ (%B)}",
                    diag, ROW_INDENT);
    else
      ys_writer_row(w, "    = schema: ", "%B", diag, ROW_INDENT);
    return;
  default: return;
  }
}

/* Appends the hints that remain, which end their lines. */
static void add_hints(ys_writer *w, ys_str hints) {
  while (hints.len > 0) {
    const char *end = memchr(hints.ptr, '\n', hints.len);
    const size_t length =
        end == NULL ? hints.len : (size_t)(end - hints.ptr) + 1;
    if (*hints.ptr != ' ') ys_buf_cstr(w->out, "    = hint: ");
    ys_buf_add(w->out, (ys_str){hints.ptr, length});
    hints.ptr += length;
    hints.len -= length;
  }
}

/* Whether a shell takes a name as one word without quotes. */
static bool is_plain_name(ys_str name) {
  for (size_t i = 0; i < name.len; i++) {
    const char c = name.ptr[i];
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       (c >= '0' && c <= '9') || strchr("._/+-@", c) != NULL;
    if (c == '\0' || !plain) return false;
  }
  return name.len > 0 && *name.ptr != '-';
}

/* Appends the command that corrects the violation. */
static void add_fix(ys_writer *w, const ys_diag *diag, ys_str command) {
  const ys_place at = place_of(diag);
  if (command.len == 0 || ys_fix_name_of(diag->fix.action) == NULL ||
      at.line == 0)
    return;
  const ys_str name = ys_sources_name_of(w->sources, at);
  if (!w->sources->list[at.source]->is_file || !is_plain_name(name)) return;
  ys_buf_fill(w->out, "    = fix: %s %s\n", YS_WORDS(command, name));
}

/* Takes the reason of a removal out of the hints: the first line has it. */
static void skip_reason(const ys_diag *diag, ys_str *hints) {
  const ys_str reason = diag->args[1];
  if (reason.len == 0 || hints->len <= reason.len ||
      hints->ptr[reason.len] != '\n' || !ys_str_starts(*hints, reason) ||
      memchr(reason.ptr, '\n', reason.len) != NULL)
    return;
  hints->ptr += reason.len + 1;
  hints->len -= reason.len + 1;
}

static void add_rows(ys_writer *w, const ys_diag *diag, ys_str command) {
  const ys_filling filling = {w->sources, diag, YS_FOR_PEOPLE, ROW_INDENT - 4};
  ys_buf hints = ys_buf_of(w->out->memory);
  ys_message_hints(&hints, "", &filling);
  ys_str left = ys_buf_str(&hints);
  if (diag->code == YS_E_REMOVED) skip_reason(diag, &left);
  add_excerpt(w, diag, &left);
  add_schema_rows(w, diag);
  add_hints(w, left);
  add_fix(w, diag, command);
  ys_writer_places(w, "    = also at: ");
  if (hints.failed) w->out->failed = true;
  ys_buf_release(&hints);
}

/* ---- all of them --------------------------------------------------------- */

static bool is_wanted(const ys_writer *w, const ys_diag *diag,
                      const ys_repeat *fold, bool warnings) {
  if (ys_code_group(diag->code) == YS_GROUP_WARNING && !warnings) return false;
  return w->all || fold == NULL || diag == fold->places[0];
}

/* Collects what to report into `list`, which has room for all records. */
static size_t collect(const ys_writer *w, const ys_repeats *alikes,
                      bool warnings, entry *list) {
  size_t count = 0;
  for (const ys_diag *diag = w->space->diags.first; diag != NULL;
       diag = diag->next) {
    const ys_repeat *fold =
        ys_repeats_find(&alikes[ys_code_group(diag->code)], diag);
    if (!is_wanted(w, diag, fold, warnings)) continue;
    list[count] = (entry){diag, w->all ? NULL : fold, place_of(diag), count};
    count++;
  }
  qsort(list, count, sizeof *list, compare);
  return count;
}

static void add_entries(ys_writer *w, const entry *list, size_t count,
                        const ys_blocks *how) {
  for (size_t i = 0; i < count && !w->out->failed; i++) {
    const ys_diag *diag = ys_writer_shown(w, list[i].diag);
    if (diag == NULL) return;
    w->fold = list[i].fold;
    if (!how->concise) ys_writer_block(w);
    add_headline(w, diag);
    if (!how->concise) add_rows(w, diag, how->fix);
  }
}

static ys_status write_blocks(ys_writer *w, ys_repeats *alikes,
                              const ys_blocks *how) {
  const ys_diags *diags = &w->space->diags;
  size_t most = 0;
  for (int group = 0; group < YS_GROUP_COUNT; group++)
    YS_TRY(
        ys_repeats_collect(&alikes[group], &w->arena, diags, (ys_group)group));
  for (const ys_diag *diag = diags->first; diag != NULL; diag = diag->next)
    most++;
  if (most == 0) return YS_OK;
  entry *list = ys_arena_zalloc(&w->arena, most, sizeof *list);
  if (list == NULL) return YS_NOMEM;
  add_entries(w, list, collect(w, alikes, how->warnings, list), how);
  return YS_OK;
}

void ys_report_blocks(ys_space *space, const ys_blocks *how, ys_buf *out) {
  ys_repeats alikes[YS_GROUP_COUNT] = {{.seed = 0}};
  ys_writer w;
  ys_writer_begin(&w, space, how->all, out);
  if (how->concise) w.all = true;
  if (write_blocks(&w, alikes, how) != YS_OK) out->failed = true;
  ys_writer_others(&w, false);
  if (how->warnings) ys_writer_others(&w, true);
  for (int group = 0; group < YS_GROUP_COUNT; group++)
    ys_repeats_release(&alikes[group]);
  ys_writer_end(&w);
}
