#include "core/print/writer.h"

#include "core/print/masking.h"

void ys_writer_begin(ys_writer *w, ys_space *space, bool all, ys_buf *out) {
  *w = (ys_writer){.shown = space->sources,
                   .space = space,
                   .out = out,
                   .start = out->len,
                   .all = all};
  w->sources = &w->shown;
  ys_arena_init(&w->arena, out->memory);
  if (ys_mask_report(space, &w->shown.masks) != YS_OK) out->failed = true;
}

void ys_writer_end(ys_writer *w) {
  ys_arena_release(&w->arena);
}

void ys_writer_block(ys_writer *w) {
  if (w->out->len > w->start) ys_buf_char(w->out, '\n');
}

void ys_writer_fill(ys_writer *w, const char *template, const ys_diag *diag,
                    size_t indent) {
  const ys_filling filling = {w->sources, diag, YS_FOR_PEOPLE, indent};
  if (template != NULL) ys_message_write(w->out, ys_cstr(template), &filling);
}

bool ys_writer_row(ys_writer *w, const char *label, const char *template,
                   const ys_diag *diag, size_t indent) {
  const size_t before = w->out->len;
  ys_buf_cstr(w->out, label);
  const size_t begin = w->out->len;
  ys_writer_fill(w, template, diag, indent);
  if (w->out->len == begin) {
    w->out->len = before;
    return false;
  }
  ys_buf_char(w->out, '\n');
  return true;
}

const ys_diag *ys_writer_shown(ys_writer *w, const ys_diag *diag) {
  if (ys_mask_shown(w->space, w->shown.masks, &w->arena, &diag) == YS_OK)
    return diag;
  w->out->failed = true;
  return NULL;
}

/* Whether a record is about an array item, and so its place is a dash. */
static bool is_item(const ys_diag *diag) {
  const ys_str path = diag->path;
  return path.len > 1 && path.ptr[path.len - 1] == ']' &&
         path.ptr[path.len - 2] != '"';
}

ys_mark_at ys_writer_mark(const ys_diag *diag) {
  const ys_mark_at mark = ys_message_of(diag->code)->mark;
  if (mark != YS_MARK_VALUE) return mark;
  if (diag->path.len == 0) return YS_MARK_NOTHING;
  return is_item(diag) ? YS_MARK_ITEM : YS_MARK_VALUE;
}

ys_mark_at ys_writer_target(const ys_diag *diag) {
  const ys_group group = ys_code_group(diag->code);
  if (diag->gap.at.line > 0) return YS_MARK_NOTHING;
  return group == YS_GROUP_INPUT || group == YS_GROUP_WARNING
             ? YS_MARK_PLACE
             : ys_writer_mark(diag);
}

/* Appends a row with another place of the current record. What is missing has
 * the place of the map that lacks it, since the place in the schema is the same
 * everywhere. */
static void add_place(ys_writer *w, const char *label, const ys_diag *diag) {
  diag = ys_writer_shown(w, diag);
  if (diag == NULL) return;
  const bool is_missing = diag->gap.at.line > 0 || diag->code == YS_E_REQUIRED;
  const ys_place at = is_missing ? diag->gap.at : diag->at;
  ys_buf_cstr(w->out, label);
  ys_writer_fill(w, "%P", diag, 0);
  if (at.line > 0) {
    ys_buf_cstr(w->out, " (");
    ys_excerpt_place(w->out, w->sources, at);
    ys_buf_char(w->out, ')');
  }
  ys_buf_char(w->out, '\n');
}

void ys_writer_rest(ys_writer *w, const char *label, const char *what) {
  ys_buf_fill(w->out, "%s%s%s (--all shows them)\n",
              YS_WORDS(ys_cstr(label), YS_UINT(w->fold->count - YS_FOLD_PLACES),
                       ys_cstr(what)));
  w->leaves_out = true;
}

void ys_writer_places(ys_writer *w, const char *label) {
  if (w->fold == NULL) return;
  for (uint32_t i = 1; i < YS_FOLD_PLACES; i++)
    add_place(w, label, w->fold->places[i]);
  ys_writer_rest(w, label,
                 w->fold->count == YS_FOLD_PLACES + 1 ? " more place"
                                                      : " more places");
}

void ys_writer_others(ys_writer *w, bool warnings) {
  const uint32_t others = ys_diags_others(&w->space->diags, warnings);
  if (others == 0) return;
  if (!warnings) ys_writer_block(w);
  ys_buf_fill(w->out, "%s%s%s%s",
              YS_WORDS(ys_cstr(warnings ? "warning: and " : "and "),
                       YS_UINT(others),
                       ys_cstr(warnings ? " more warning" : " more violation"),
                       ys_cstr(others == 1 ? "\n" : "s\n")));
}
