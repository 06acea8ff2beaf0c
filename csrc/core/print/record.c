/* core/print/record.c - Records for programs (core/print/report.h). */

#include "core/print/masking.h"
#include "core/print/message.h"
#include "core/print/report.h"
#include "core/print/writer.h"
#include "core/text/shorten.h"
#include "core/text/underline.h"

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

/* Gives the hints that apply, one per line. */
static ys_status plain_hints(ys_arena *arena, ys_buf *scratch,
                             const ys_filling *filling, ys_str *out) {
  scratch->len = 0;
  ys_message_hints(scratch, "", filling);
  YS_TRY(ys_buf_status(scratch));
  if (scratch->len > 0) scratch->len--; /* the last line feed */
  return ys_arena_str(arena, ys_buf_str(scratch), out);
}

/* The sentence quotes long texts by their beginnings: other fields of the
 * record have them whole, and LuaJIT takes long to keep many long strings that
 * differ in the middle. */
static ys_status sentence(const ys_space *space, ys_arena *arena,
                          ys_buf *scratch, const ys_diag *diag, ys_str *out) {
  ys_diag brief = *diag;
  const ys_filling filling = {&space->sources, &brief, YS_FOR_PROGRAMS, 0};
  if (ys_diag_is_long(diag)) YS_TRY(ys_diag_shorten(arena, &brief));
  return plain(arena, scratch, ys_message_of(diag->code)->sentence, &filling,
               out);
}

static ys_status plain_texts(const ys_space *space, ys_arena *arena,
                             ys_buf *scratch, const ys_diag *diag,
                             ys_violation *out) {
  const ys_message *m = ys_message_of(diag->code);
  const ys_filling filling = {&space->sources, diag, YS_FOR_PROGRAMS, 0};
  YS_TRY(sentence(space, arena, scratch, diag, &out->message));
  YS_TRY(plain(arena, scratch, m->found, &filling, &out->found));
  YS_TRY(plain(arena, scratch, m->expected, &filling, &out->expected));
  return plain_hints(arena, scratch, &filling, &out->hint);
}

/* ---- pointers and values ------------------------------------------------- */

/* Appends a key in quotes without its escapes (ys_path_escape), and gives where
 * the path goes on. */
static size_t add_quoted_step(ys_buf *out, ys_str path, size_t at) {
  for (at += 2; at < path.len && path.ptr[at] != '"';)
    ys_buf_pointer_char(out, ys_path_character(path, &at));
  return at + 2;
}

/* Appends a key or an index without quotes, and gives where the path goes on.
 */
static size_t add_plain_step(ys_buf *out, ys_str path, size_t at) {
  const bool index = path.ptr[at] == '[';
  if (index || path.ptr[at] == '.') at++;
  while (at < path.len && path.ptr[at] != '[' &&
         path.ptr[at] != (index ? ']' : '.'))
    ys_buf_pointer_char(out, path.ptr[at++]);
  return index ? at + 1 : at;
}

/* Writes a path as a JSON pointer: `a.b[0]["x.y"]` is `/a/b/0/x.y`. */
static ys_status pointer(ys_arena *arena, ys_buf *scratch, ys_str path,
                         ys_str *out) {
  scratch->len = 0;
  for (size_t at = 0; at < path.len;) {
    const bool quoted =
        path.ptr[at] == '[' && at + 1 < path.len && path.ptr[at + 1] == '"';
    ys_buf_char(scratch, '/');
    at = quoted ? add_quoted_step(scratch, path, at)
                : add_plain_step(scratch, path, at);
  }
  YS_TRY(ys_buf_status(scratch));
  return ys_arena_str(arena, ys_buf_str(scratch), out);
}

/* The path of a violation of the data is from the root of the document. */
static bool is_about_data(const ys_diag *diag) {
  const ys_group group = ys_code_group(diag->code);
  return group == YS_GROUP_DATA || group == YS_GROUP_VALIDATION ||
         (group == YS_GROUP_WARNING && diag->path.len > 0);
}

static ys_status data_of(ys_arena *arena, ys_buf *scratch, const ys_diag *diag,
                         ys_violation *out) {
  out->value = diag->value;
  out->value_kind = diag->value_kind;
  if (diag->value_kind == YS_VALUE_COLLECTION) {
    out->value = (ys_str){0};
    out->value_kind = YS_VALUE_UNKNOWN;
  } else if (diag->value_kind == YS_VALUE_MASKED) {
    out->value = YS_MASKED;
    out->value_kind = YS_VALUE_STRING;
  }
  out->has_pointer = is_about_data(diag);
  return out->has_pointer ? pointer(arena, scratch, diag->path, &out->pointer)
                          : YS_OK;
}

const char *ys_fix_name_of(ys_fix_action action) {
  switch (action) {
  case YS_FIX_RENAME: return "rename";
  case YS_FIX_MOVE: return "move";
  case YS_FIX_REPLACE: return "replace";
  case YS_FIX_QUOTE: return "quote";
  case YS_FIX_UNQUOTE: return "unquote";
  case YS_FIX_ADD: return "add";
  case YS_FIX_REMOVE: return "remove";
  default: return NULL;
  }
}

/* ---- the argument of a rule ---------------------------------------------- */

/* Whether a value has few parts, and no map. */
static bool is_short(const ys_slot *value, uint32_t *left) {
  if (*left == 0 || value->kind == YS_MAP) return false;
  (*left)--;
  if (value->kind != YS_ARRAY) return true;
  for (const ys_slot *s = ys_slot_first(value); s != NULL; s = s->next)
    if (!is_short(s, left)) return false;
  return true;
}

static void argument_of(const ys_diag *diag, ys_violation *out) {
  uint32_t left = YS_MOST_ARGUMENTS;
  if (diag->argument != NULL && is_short(diag->argument, &left))
    out->argument = diag->argument;
  else if (diag->code == YS_E_RULE_FAILED || diag->code == YS_E_RULE_ARGUMENT)
    out->argument_text = diag->rule;
  if (diag->called.len > 0) out->argument_text = diag->called;
}

/* ---- places -------------------------------------------------------------- */

uint32_t ys_report_column(const ys_sources *sources, const ys_masks *masks,
                          const ys_diag *diag, ys_place at) {
  if (at.line == 0 || ys_masks_hide(masks, sources, at)) return at.column;
  return ys_excerpt_column(sources, at, ys_writer_target(diag));
}

uint32_t ys_report_end_column(const ys_sources *sources, const ys_masks *masks,
                              ys_place place) {
  if (place.line == 0 || place.column == 0 ||
      ys_masks_hide(masks, sources, place))
    return 0;
  return ys_underline_end(ys_sources_line(sources, place), place.column);
}

/* ---- records ------------------------------------------------------------- */

ys_status ys_report_violation(const ys_space *space, const ys_masks *masks,
                              ys_arena *arena, const ys_diag *diag,
                              ys_violation *out) {
  const uint32_t column =
      ys_report_column(&space->sources, masks, diag, diag->at);
  ys_status status;
  YS_TRY(ys_mask_shown(space, masks, arena, &diag));
  const ys_group group = ys_code_group(diag->code);
  const bool input = group == YS_GROUP_INPUT;
  *out = (ys_violation){
      .kind = ys_code_kind(diag->code),
      .path = diag->path,
      .rule = ys_message_rule(diag),
      .severity = group == YS_GROUP_WARNING ? "warning" : "error",
      .fix = diag->fix,
      .action = ys_fix_name_of(diag->fix.action),
      .moved_to = diag->code == YS_E_RENAMED ? diag->args[0] : (ys_str){0},
      .file = input ? ys_sources_name_of(&space->sources, diag->at)
                    : ys_sources_name(&space->sources, diag->at),
      .schema_file = ys_sources_name(&space->sources, diag->by),
      .line = diag->at.line,
      .column = column,
      .schema_line = diag->by.line,
      .schema_pointer = diag->by_pointer};
  argument_of(diag, out);
  ys_buf scratch = ys_buf_of(arena->memory);
  status = plain_texts(space, arena, &scratch, diag, out);
  if (status == YS_OK) status = data_of(arena, &scratch, diag, out);
  ys_buf_release(&scratch);
  return status;
}
