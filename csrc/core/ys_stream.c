#include "ys_stream.h"

#include "ys_syntax.h"

/* ---- faults -------------------------------------------------------------- */

/* The texts are static, as all of libyaml's are. */
static ys_status fault(ys_space *space, ys_code code, ys_place place,
                       const char *what, const char *more, ys_diag **out) {
  ys_diag *diag = ys_space_fault(space, code, place, YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = ys_cstr(what);
  diag->args[1] = ys_cstr(more);
  *out = diag;
  return YS_INVALID;
}

/* A text that is no UTF-8 has no lines for libyaml, only offsets. */
static ys_status encoding_fault(ys_stream *stream, const char *problem,
                                size_t offset) {
  ys_space *space = stream->space;
  ys_diag *diag;
  ys_buf digits;
  ys_status status =
      fault(space, YS_E_ENCODING,
            ys_marks_place_of_byte(&stream->marks, offset), problem, "", &diag);
  if (status == YS_NOMEM) return status;
  ys_buf_init(&digits, space->arena.memory);
  ys_buf_uint(&digits, offset);
  YS_TRY(ys_buf_keep(&digits, &space->arena, &diag->args[1]));
  return YS_INVALID;
}

static ys_place place_of(const ys_stream *stream, yaml_mark_t at) {
  const ys_mark mark = {at.index, at.line, at.column};
  return ys_marks_place_of_end(&stream->marks, mark);
}

/* Parts the line of a place there, by its column. */
static void part_line(const ys_space *space, ys_syntax *met, ys_place place) {
  const ys_str line = ys_sources_line(&space->sources, place);
  size_t at = 0;
  for (uint32_t n = 1; n < place.column && at < line.len; n++) {
    uint32_t code;
    const size_t size = ys_utf8_next(line, at, &code);
    at += size > 0 ? size : 1;
  }
  met->before = (ys_str){line.ptr, at};
  met->after = (ys_str){line.ptr + at, line.len - at};
}

/* What to do about it, and where what is not closed begins. */
static void add_remedy(const ys_stream *stream, ys_syntax *met, ys_diag *diag) {
  const ys_place begins = place_of(stream, stream->yaml.context_mark);
  part_line(stream->space, met, diag->at);
  diag->args[2] = ys_syntax_hint(met);
  if (ys_syntax_begins(met) && begins.line != diag->at.line) diag->by = begins;
}

static ys_status yaml_fault(ys_stream *stream) {
  const yaml_parser_t *yaml = &stream->yaml;
  const char *problem = yaml->problem != NULL ? yaml->problem : "no YAML";
  const char *context = yaml->context != NULL ? yaml->context : "";
  ys_syntax met = {.problem = ys_cstr(problem), .context = ys_cstr(context)};
  ys_diag *diag;
  ys_status status;
  if (yaml->error == YAML_MEMORY_ERROR) return YS_NOMEM;
  if (yaml->error == YAML_READER_ERROR)
    return encoding_fault(stream, problem, yaml->problem_offset);
  status = fault(stream->space, YS_E_SYNTAX,
                 place_of(stream, yaml->problem_mark), problem, context, &diag);
  if (status == YS_INVALID) add_remedy(stream, &met, diag);
  return status;
}

/* ---- reading ------------------------------------------------------------- */

/* The byte order marks of UTF-16, or NULs where UTF-8 text has none. */
static bool is_utf16(ys_str text) {
  for (size_t i = 0; i < text.len && i < 4; i++)
    if (text.ptr[i] == '\0') return true;
  return ys_str_starts(text, YS_STR("\xFF\xFE")) ||
         ys_str_starts(text, YS_STR("\xFE\xFF"));
}

ys_status ys_stream_open(ys_stream *stream, ys_space *space,
                         const ys_extract *extract) {
  const ys_str text = extract->text;
  ys_diag *diag;
  stream->space = space;
  /* Sizes of strings, and lines and columns, have 32 bits. */
  if (text.len > space->limits.max_bytes || text.len >= UINT32_MAX)
    return fault(space, YS_E_READ, (ys_place){1, 1, extract->source},
                 "larger than the limit max_bytes", "", &diag);
  YS_TRY(ys_marks_init(&stream->marks, &space->arena, extract));
  if (is_utf16(text))
    return encoding_fault(stream, "not UTF-8 but UTF-16 text", 0);
  if (!yaml_parser_initialize(&stream->yaml)) return YS_NOMEM;
  yaml_parser_set_encoding(&stream->yaml, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(
      &stream->yaml, (const unsigned char *)stream->marks.text, text.len);
  return YS_OK;
}

void ys_stream_close(ys_stream *stream) {
  yaml_parser_delete(&stream->yaml);
}

ys_status ys_stream_next(ys_stream *stream, yaml_event_t *event) {
  return yaml_parser_parse(&stream->yaml, event) ? YS_OK : yaml_fault(stream);
}
