/* core/print/conceal_lines.c - Hides sensitive nodes of texts that libyaml
 * cannot read, of flags, and the arguments of annotations. */

#include "core/print/conceal_parts.h"

/* The byte of a place, or the end of the text. `line` receives its line. */
static size_t find_place(const ys_hidden_nodes *nodes, const ys_hidden *hidden,
                         ys_str *line) {
  size_t at = 0;
  *line = ys_source_line(nodes->source, hidden->line);
  if (line->len == 0) return nodes->source->text.len;
  for (uint32_t n = 1; n < hidden->column && at < line->len; n++) {
    uint32_t code;
    const size_t size = ys_utf8_next(*line, at, &code);
    at += size > 0 ? size : 1;
  }
  return (size_t)(line->ptr - nodes->source->text.ptr) + at;
}

/* The end of the name of an annotation, `#@name`. */
static size_t end_of_name(ys_str line, size_t at) {
  while (at < line.len && line.ptr[at] != ' ' && line.ptr[at] != '\t')
    at++;
  return at;
}

/* The end of a key with its colon, or of a dash. */
static size_t end_of_key(ys_str line, size_t at) {
  for (; at < line.len; at++) {
    const bool last = at + 1 == line.len || line.ptr[at + 1] == ' ' ||
                      line.ptr[at + 1] == '\t' || line.ptr[at + 1] == '"';
    if (last && (line.ptr[at] == ':' || line.ptr[at] == '-')) return at + 1;
  }
  return line.len;
}

static size_t skip_blanks(ys_str line, size_t at) {
  while (at < line.len && (line.ptr[at] == ' ' || line.ptr[at] == '\t'))
    at++;
  return at;
}

/* Whether a line belongs to a node that begins in a column, counted from 0. */
static bool is_below(ys_str line, size_t column) {
  const size_t indent = skip_blanks(line, 0);
  return indent == line.len || indent > column ||
         (indent == column && line.ptr[indent] == '-');
}

/* The end of the last line that belongs to a node. */
static size_t end_of_lines(const ys_hidden_nodes *nodes,
                           const ys_hidden *hidden, size_t end) {
  const ys_str text = nodes->source->text;
  const size_t column = hidden->column > 0 ? hidden->column - 1 : 0;
  for (uint32_t n = hidden->line + 1; end < text.len; n++) {
    const ys_str line = ys_source_line(nodes->source, n);
    if (line.len > 0 && !is_below(line, column)) return end;
    end = line.len > 0 ? (size_t)(line.ptr - text.ptr) + line.len : end + 1;
  }
  return end;
}

static bool is_in_brackets(ys_str text) {
  const size_t at = skip_blanks(text, 0);
  return at < text.len && (text.ptr[at] == '{' || text.ptr[at] == '[');
}

/* Hides the text from a byte of a line on: its rest, and the lines below that
 * belong to it. */
static ys_status hide_from(ys_hidden_nodes *nodes, const ys_hidden *hidden,
                           size_t start, size_t line_end) {
  const ys_str text = nodes->source->text;
  nodes->hidden_end = hidden->part == YS_SECRET_ARGUMENTS ? line_end
                      : is_in_brackets(text)
                          ? text.len
                          : end_of_lines(nodes, hidden, line_end);
  return ys_conceal_span(nodes, start, nodes->hidden_end);
}

ys_status ys_conceal_by_lines(ys_hidden_nodes *nodes, const ys_hidden *hidden) {
  const ys_str text = nodes->source->text;
  ys_str line;
  if (nodes->hidden_line == hidden->line) return YS_OK;
  const size_t place = find_place(nodes, hidden, &line);
  if (hidden->part == YS_SECRET_REST)
    return ys_conceal_span(nodes, place, text.len);
  if (hidden->part == YS_SECRET_LINE)
    return ys_conceal_span(nodes, place,
                           (size_t)(line.ptr - text.ptr) + line.len);
  if (line.len == 0 || place < nodes->hidden_end) return YS_OK;
  nodes->hidden_line = hidden->line;
  const size_t base = (size_t)(line.ptr - text.ptr), end = base + line.len;
  const size_t at = place - base;
  if (hidden->part == YS_SECRET_ARGUMENTS ||
      ys_str_starts((ys_str){line.ptr + at, line.len - at}, YS_STR("#@")))
    return hide_from(
        nodes,
        &(ys_hidden){hidden->line, hidden->column, YS_SECRET_ARGUMENTS, false},
        base + skip_blanks(line, end_of_name(line, at)), end);
  if (hidden->part == YS_SECRET_ENTRY)
    return hide_from(nodes, hidden, place, end);
  return hide_from(nodes, hidden,
                   base + skip_blanks(line, end_of_key(line, at)), end);
}
