#include "core/yaml/stream.h"

#include "core/yaml/syntax.h"

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

/* What ends a line for libyaml only, and what it skips at the start of one. A
 * comment would end there, and a string lose blanks. */
static const char *find_separator(const ys_marks *marks, const char **name) {
  static const struct {
    const char *bytes, *name;
  } rows[] = {{"\xC2\x85", "found a next-line character (U+0085)"},
              {"\xE2\x80\xA8", "found a line separator (U+2028)"},
              {"\xE2\x80\xA9", "found a paragraph separator (U+2029)"},
              {"\xEF\xBB\xBF", "found a byte order mark (U+FEFF)"}};
  const char *first = NULL;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    const size_t size = strlen(rows[i].bytes);
    for (const char *at = marks->text; at < marks->end; at++) {
      at = memchr(at, rows[i].bytes[0], (size_t)(marks->end - at));
      if (at == NULL || (first != NULL && at > first)) break;
      if ((size_t)(marks->end - at) < size ||
          memcmp(at, rows[i].bytes, size) != 0)
        continue;
      first = at;
      *name = rows[i].name;
      break;
    }
  }
  return first;
}

static ys_status check_separators(ys_stream *stream) {
  const char *name = "", *found = NULL;
  ys_diag *diag;
  if (!stream->marks.ascii) found = find_separator(&stream->marks, &name);
  if (found == NULL) return YS_OK;
  const size_t offset = (size_t)(found - stream->marks.text);
  const ys_status status = fault(stream->space, YS_E_SYNTAX,
                                 ys_marks_place_of_byte(&stream->marks, offset),
                                 name, "where readers of YAML differ", &diag);
  if (status == YS_INVALID)
    diag->args[2] = YS_STR("leave it out, or write it as an escape in double "
                           "quotes: \\N, \\L, \\P, \\uFEFF.");
  return status;
}

/* Blanks at the end of a text are a line, too, whether or not it is ended. */
static ys_status end_last_line(ys_space *space, ys_str *text) {
  size_t at = text->len;
  while (at > 0 && text->ptr[at - 1] == ' ')
    at--;
  if (at == text->len || (at > 0 && text->ptr[at - 1] != '\n')) return YS_OK;
  const ys_str parts[] = {*text, YS_STR("\n")};
  return ys_str_join(&space->arena, parts, 2, text);
}

ys_status ys_stream_open(ys_stream *stream, ys_space *space,
                         const ys_extract *extract) {
  ys_extract whole = *extract;
  stream->space = space;
  YS_TRY(ys_extract_check(space, extract));
  YS_TRY(end_last_line(space, &whole.text));
  ys_marks_init(&stream->marks, &whole);
  YS_TRY(check_separators(stream));
  if (!yaml_parser_initialize(&stream->yaml)) return YS_NOMEM;
  yaml_parser_set_encoding(&stream->yaml, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(
      &stream->yaml, (const unsigned char *)stream->marks.text, whole.text.len);
  return YS_OK;
}

void ys_stream_close(ys_stream *stream) {
  yaml_parser_delete(&stream->yaml);
}

ys_status ys_stream_next(ys_stream *stream, yaml_event_t *event) {
  return yaml_parser_parse(&stream->yaml, event) ? YS_OK : yaml_fault(stream);
}
