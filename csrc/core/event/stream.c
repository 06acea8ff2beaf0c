#include "core/event/stream.h"

#include "core/event/syntax.h"
#include "core/text/escape.h"

/* ---- errors -------------------------------------------------------------- */

/* Records an error. The texts are static, as all texts of libyaml are. */
static ys_status error(ys_space *space, ys_code code, ys_place place,
                       const char *what, const char *more, ys_diag **out) {
  ys_diag *diag = ys_space_diagnose(space, code, place, YS_NOWHERE);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = ys_cstr(what);
  diag->args[1] = ys_cstr(more);
  *out = diag;
  return YS_INVALID;
}

/* Says what to do about the text `rest`, whose first character libyaml refuses.
 */
static ys_status encoding_hint(ys_arena *arena, const char *problem,
                               ys_str rest, ys_str *out) {
  uint32_t code;
  *out = YS_STR(YS_SAVE_AS_UTF8);
  if (strcmp(problem, "control characters are not allowed") != 0 ||
      rest.len == 0 || ys_utf8_next(rest, 0, &code) == 0)
    return YS_OK;
  ys_buf buf = ys_buf_of(arena->memory);
  ys_buf_cstr(&buf, "remove this character; in a text in double quotes it may "
                    "be written as ");
  ys_escape_code(&buf, code);
  ys_buf_char(&buf, '.');
  return ys_buf_keep(&buf, arena, out);
}

/* Records that a text is not UTF-8, or has a character that YAML does not
 * allow. For such a text libyaml gives only a byte offset. */
static ys_status encoding_error(ys_stream *stream, const char *problem,
                                size_t offset) {
  ys_space *space = stream->space;
  const ys_marks *marks = stream->marks;
  const size_t size = (size_t)(marks->end - marks->text);
  const size_t at = offset < size ? offset : size;
  ys_diag *diag;
  ys_status status =
      error(space, YS_E_ENCODING, ys_marks_place_of_byte(stream->marks, offset),
            problem, "", &diag);
  if (status == YS_NOMEM) return status;
  YS_TRY(ys_arena_str(&space->arena, YS_UINT(offset), &diag->args[1]));
  YS_TRY(encoding_hint(&space->arena, problem,
                       (ys_str){marks->text + at, size - at}, &diag->args[2]));
  return YS_INVALID;
}

static ys_place place_of(const ys_stream *stream, yaml_mark_t at) {
  const ys_mark mark = {at.index, at.line, at.column};
  return ys_marks_place_of_end(stream->marks, mark);
}

/* Splits the line of a place at the place's column. */
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

/* Adds to a record what to do, and the place where an unclosed construct
 * begins. */
static void add_remedy(const ys_stream *stream, ys_syntax *met, ys_diag *diag) {
  const ys_place begins = place_of(stream, stream->yaml.context_mark);
  part_line(stream->space, met, diag->at);
  diag->args[2] = ys_syntax_hint(met);
  if (ys_syntax_begins(met) && begins.line != diag->at.line) diag->by = begins;
}

static ys_status yaml_error(ys_stream *stream) {
  const yaml_parser_t *yaml = &stream->yaml;
  const char *problem = yaml->problem != NULL ? yaml->problem : "no YAML";
  const char *context = yaml->context != NULL ? yaml->context : "";
  ys_syntax met = {.problem = ys_cstr(problem), .context = ys_cstr(context)};
  ys_diag *diag;
  ys_status status;
  if (yaml->error == YAML_MEMORY_ERROR) return YS_NOMEM;
  if (yaml->error == YAML_READER_ERROR)
    return encoding_error(stream, problem, yaml->problem_offset);
  status = error(stream->space, YS_E_SYNTAX,
                 place_of(stream, yaml->problem_mark), problem, context, &diag);
  if (status == YS_INVALID) add_remedy(stream, &met, diag);
  return status;
}

/* ---- reading ------------------------------------------------------------- */

/* Finds a character that only libyaml takes for a line break, or that libyaml
 * skips at the start of a line. With it a comment would end early or a string
 * would lose blanks. */
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

static ys_status check_separators(ys_space *space, const ys_marks *marks) {
  const char *name = "", *found = NULL;
  ys_diag *diag;
  if (!marks->ascii) found = find_separator(marks, &name);
  if (found == NULL) return YS_OK;
  const size_t offset = (size_t)(found - marks->text);
  const ys_status status =
      error(space, YS_E_SYNTAX, ys_marks_place_of_byte(marks, offset), name,
            "where readers of YAML differ", &diag);
  if (status == YS_INVALID)
    diag->args[2] = YS_STR("leave it out, or write it as an escape in double "
                           "quotes: \\N, \\L, \\P, \\uFEFF.");
  return status;
}

/* Adds a line break to a last line that consists only of blanks, so that the
 * line counts as one whether or not it had a line break. */
static ys_status end_last_line(ys_space *space, ys_str *text) {
  size_t at = text->len;
  while (at > 0 && text->ptr[at - 1] == ' ')
    at--;
  if (at == text->len || (at > 0 && text->ptr[at - 1] != '\n')) return YS_OK;
  return ys_str_fill(&space->arena, "%s\n", YS_WORDS(*text), text);
}

ys_status ys_stream_check(ys_space *space, const ys_extract *extract,
                          ys_marks *marks) {
  ys_extract whole = *extract;
  YS_TRY(ys_extract_check(space, extract));
  YS_TRY(end_last_line(space, &whole.text));
  ys_marks_init(marks, &whole);
  return check_separators(space, marks);
}

ys_status ys_stream_open(ys_stream *stream, ys_space *space,
                         const ys_marks *marks) {
  stream->space = space;
  stream->marks = marks;
  stream->holds = false;
  if (!yaml_parser_initialize(&stream->yaml)) return YS_NOMEM;
  yaml_parser_set_encoding(&stream->yaml, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&stream->yaml,
                               (const unsigned char *)marks->text,
                               (size_t)(marks->end - marks->text));
  return YS_OK;
}

/* Frees the event's texts. yaml_event_delete() also clears the whole event,
 * which takes longer than freeing, so it is called only if there is something
 * to free. */
static void drop(ys_stream *stream) {
  if (stream->holds) yaml_event_delete(&stream->event);
  stream->holds = false;
}

void ys_stream_close(ys_stream *stream) {
  drop(stream);
  yaml_parser_delete(&stream->yaml);
}

/* ---- events -------------------------------------------------------------- */

static ys_str text_of(const yaml_char_t *text) {
  return text != NULL ? ys_cstr((const char *)text) : (ys_str){0};
}

static ys_mark mark_of(yaml_mark_t mark) {
  return (ys_mark){mark.index, mark.line, mark.column};
}

/* Returns where the source contains the text of a scalar unchanged, as it does
 * for most scalars, which have one line and no escapes. NULL means nowhere, or
 * that the search would be too costly. */
static const char *find_text(const ys_stream *stream, const ys_event *event) {
  const size_t quote = event->style == YS_STYLE_PLAIN ? 0 : 1;
  const size_t start = event->start.index + quote;
  if (!stream->marks->ascii || event->start.line != event->end.line ||
      event->end.index != start + event->text.len + quote)
    return NULL;
  const char *text = stream->marks->text + start;
  /* only escapes in double quotes can be as long as the characters they make */
  if (event->style == YS_STYLE_DOUBLE_QUOTED &&
      memcmp(text, event->text.ptr, event->text.len) != 0)
    return NULL;
  return text;
}

static ys_scalar_style style_of(yaml_scalar_style_t style) {
  switch (style) {
  case YAML_SINGLE_QUOTED_SCALAR_STYLE: return YS_STYLE_SINGLE_QUOTED;
  case YAML_DOUBLE_QUOTED_SCALAR_STYLE: return YS_STYLE_DOUBLE_QUOTED;
  case YAML_LITERAL_SCALAR_STYLE: return YS_STYLE_LITERAL;
  case YAML_FOLDED_SCALAR_STYLE: return YS_STYLE_FOLDED;
  default: return YS_STYLE_PLAIN;
  }
}

static void take_scalar(ys_stream *stream, ys_event *out) {
  const yaml_event_t *event = &stream->event;
  stream->holds = true;
  out->type = YS_EVENT_SCALAR;
  out->style = style_of(event->data.scalar.style);
  out->text = (ys_str){(const char *)event->data.scalar.value,
                       event->data.scalar.length};
  out->anchor = text_of(event->data.scalar.anchor);
  out->tag = text_of(event->data.scalar.tag);
  out->found = find_text(stream, out);
}

static void take_start(ys_stream *stream, bool map, ys_event *out) {
  const yaml_event_t *event = &stream->event;
  out->type = map ? YS_EVENT_MAPPING_START : YS_EVENT_SEQUENCE_START;
  out->flow =
      map ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
          : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
  out->anchor = text_of(map ? event->data.mapping_start.anchor
                            : event->data.sequence_start.anchor);
  out->tag = text_of(map ? event->data.mapping_start.tag
                         : event->data.sequence_start.tag);
  stream->holds = ys_event_has_properties(out);
}

static void take_event(ys_stream *stream, ys_event *out) {
  const yaml_event_t *event = &stream->event;
  out->start = mark_of(event->start_mark);
  out->end = mark_of(event->end_mark);
  switch (event->type) {
  case YAML_SCALAR_EVENT: take_scalar(stream, out); break;
  case YAML_ALIAS_EVENT:
    stream->holds = true;
    out->type = YS_EVENT_ALIAS;
    out->text = text_of(event->data.alias.anchor);
    out->anchor = out->tag = (ys_str){0}; /* not those of an earlier event */
    break;
  case YAML_SEQUENCE_START_EVENT: take_start(stream, false, out); break;
  case YAML_MAPPING_START_EVENT: take_start(stream, true, out); break;
  case YAML_SEQUENCE_END_EVENT: out->type = YS_EVENT_SEQUENCE_END; break;
  case YAML_MAPPING_END_EVENT: out->type = YS_EVENT_MAPPING_END; break;
  case YAML_DOCUMENT_START_EVENT:
    stream->holds = true;
    out->type = YS_EVENT_DOCUMENT_START;
    out->implicit = event->data.document_start.implicit;
    break;
  case YAML_DOCUMENT_END_EVENT: out->type = YS_EVENT_DOCUMENT_END; break;
  case YAML_STREAM_END_EVENT: out->type = YS_EVENT_STREAM_END; break;
  default: out->type = YS_EVENT_STREAM_START;
  }
}

ys_status ys_stream_next(ys_stream *stream, ys_event *event) {
  drop(stream);
  if (!yaml_parser_parse(&stream->yaml, &stream->event))
    return yaml_error(stream);
  take_event(stream, event);
  return YS_OK;
}
