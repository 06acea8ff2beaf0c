/* core/print/record.c - records for programs (core/print/report.h). */

#include "core/print/emit.h"
#include "core/print/masking.h"
#include "core/print/message.h"
#include "core/print/report.h"
#include "core/text/target.h"

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

static ys_status plain_texts(const ys_space *space, ys_arena *arena,
                             ys_buf *scratch, const ys_diag *diag,
                             ys_violation *out) {
  const ys_message *m = ys_message_of(diag->code);
  const ys_filling filling = {&space->sources, diag, YS_FOR_PROGRAMS, 0};
  YS_TRY(plain(arena, scratch, m->sentence, &filling, &out->message));
  YS_TRY(plain(arena, scratch, m->found, &filling, &out->found));
  YS_TRY(plain(arena, scratch, m->expected, &filling, &out->expected));
  return plain_hints(arena, scratch, &filling, &out->hint);
}

/* ---- pointers and values ------------------------------------------------- */

static void add_pointer_character(ys_buf *out, char c) {
  if (c == '~')
    ys_buf_cstr(out, "~0");
  else if (c == '/')
    ys_buf_cstr(out, "~1");
  else
    ys_buf_char(out, c);
}

static int hex_digit(char c) {
  return c >= '0' && c <= '9' ? c - '0' : c - 'a' + 10;
}

/* Appends a key in quotes without its escapes (ys_path_escape), and gives where
 * the path goes on. */
static size_t add_quoted_step(ys_buf *out, ys_str path, size_t at) {
  for (at += 2; at < path.len && path.ptr[at] != '"'; at++) {
    char c = path.ptr[at];
    if (c == '\\' && at + 3 < path.len && path.ptr[at + 1] == 'x') {
      c = (char)(hex_digit(path.ptr[at + 2]) * 16 +
                 hex_digit(path.ptr[at + 3]));
      at += 3;
    } else if (c == '\\' && at + 1 < path.len) {
      c = path.ptr[++at];
    }
    add_pointer_character(out, c);
  }
  return at + 2;
}

/* Appends a key or an index without quotes, and gives where the path goes on.
 */
static size_t add_plain_step(ys_buf *out, ys_str path, size_t at) {
  const bool index = path.ptr[at] == '[';
  if (index || path.ptr[at] == '.') at++;
  while (at < path.len && path.ptr[at] != '[' &&
         path.ptr[at] != (index ? ']' : '.'))
    add_pointer_character(out, path.ptr[at++]);
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

/* The names of fixes for programs, which never change. */
static const char *action_of(const ys_fix *fix) {
  switch (fix->action) {
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

/* ---- records ------------------------------------------------------------- */

ys_status ys_report_violation(const ys_space *space, const ys_masks *masks,
                              ys_arena *arena, const ys_diag *diag,
                              ys_violation *out) {
  ys_buf scratch;
  ys_status status;
  ys_diag copy;
  if (masks != NULL) {
    YS_TRY(ys_masks_record(masks, &space->sources, arena, diag, &copy));
    diag = &copy;
  }
  const bool input = ys_code_group(diag->code) == YS_GROUP_INPUT;
  *out = (ys_violation){
      .kind = ys_message_of(diag->code)->kind,
      .path = diag->path,
      .rule = diag->rule,
      .fix = diag->fix,
      .action = action_of(&diag->fix),
      .file = input ? ys_sources_name_of(&space->sources, diag->at)
                    : ys_sources_name(&space->sources, diag->at),
      .schema_file = ys_sources_name(&space->sources, diag->by),
      .line = diag->at.line,
      .column = diag->at.column,
      .schema_line = diag->by.line};
  ys_buf_init(&scratch, arena->memory);
  status = plain_texts(space, arena, &scratch, diag, out);
  if (status == YS_OK) status = data_of(arena, &scratch, diag, out);
  ys_buf_release(&scratch);
  return status;
}

/* ---- regions ------------------------------------------------------------- */

/* Whether the line of a place is shown as it is. */
static ys_status is_open(const ys_space *space, const ys_masks *masks,
                         ys_place place, bool *out) {
  const ys_str line = ys_sources_line(&space->sources, place);
  ys_status status;
  ys_buf shown;
  *out = true;
  if (masks == NULL) return YS_OK;
  ys_buf_init(&shown, space->arena.memory);
  ys_masks_line(masks, &space->sources, &place, &shown);
  *out = ys_str_eq(ys_buf_str(&shown), line);
  status = ys_buf_status(&shown);
  ys_buf_release(&shown);
  return status;
}

ys_status ys_report_end_column(const ys_space *space, const ys_masks *masks,
                               ys_place place, uint32_t *out) {
  bool open;
  *out = 0;
  if (place.line == 0 || place.column == 0) return YS_OK;
  YS_TRY(is_open(space, masks, place, &open));
  if (open)
    *out = ys_target_end(ys_sources_line(&space->sources, place), place.column);
  return YS_OK;
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

/* Adds a value whose text and kind are known. */
static void add_value(ys_buf *out, ys_diag_value kind, ys_str text) {
  if (kind == YS_VALUE_UNKNOWN) return;
  add_name(out, "value");
  switch (kind) {
  case YS_VALUE_NULL: ys_buf_cstr(out, "null"); return;
  case YS_VALUE_BOOL:
  case YS_VALUE_NUMBER: ys_buf_add(out, text); return;
  default: ys_emit_json_string(out, text);
  }
}

static void add_fix(ys_buf *out, const ys_violation *v) {
  if (v->action == NULL) return;
  ys_buf_cstr(out, ",\"fix\":{\"action\":");
  ys_emit_json_string(out, ys_cstr(v->action));
  if (v->fix.kind == YS_VALUE_UNKNOWN) add_string(out, "to", v->fix.text);
  add_value(out, v->fix.kind, v->fix.text);
  ys_buf_char(out, '}');
}

static void add_object(ys_buf *out, const ys_violation *v) {
  ys_buf_cstr(out, "{\"path\":");
  ys_emit_json_string(out, v->path);
  if (v->has_pointer) {
    add_name(out, "pointer");
    ys_emit_json_string(out, v->pointer);
  }
  add_string(out, "message", v->message);
  add_string(out, "kind", ys_cstr(v->kind));
  add_string(out, "rule", v->rule);
  add_string(out, "found", v->found);
  add_value(out, v->value_kind, v->value);
  add_string(out, "expected", v->expected);
  add_string(out, "hint", v->hint);
  add_fix(out, v);
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
  if (ys_mask_report(space, &masks) != YS_OK) out->failed = true;
  ys_buf_cstr(out, "{\"violations\": [");
  for (int group = YS_GROUP_INPUT; group < YS_GROUP_WARNING; group++)
    add_records(space, masks, (ys_group)group, &first, out);
  ys_buf_cstr(out, first ? "], \"warnings\": [" : "\n], \"warnings\": [");
  first = true;
  add_records(space, masks, YS_GROUP_WARNING, &first, out);
  ys_buf_cstr(out, first ? "]}\n" : "\n]}\n");
}
