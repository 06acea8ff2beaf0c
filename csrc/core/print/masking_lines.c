/* core/print/masking_lines.c - masks sensitive nodes of texts that libyaml
 * cannot read, of flags, and the arguments of annotations. */

#include "core/print/masking_parts.h"

/* The byte of a place, or the end of the text. `line` receives its line. */
static size_t find_place(const ys_sensitive_nodes *nodes,
                         const ys_sensitive_node *masked, ys_str *line) {
  size_t at = 0;
  *line = ys_source_line(nodes->source, masked->line);
  if (line->len == 0) return nodes->source->text.len;
  for (uint32_t n = 1; n < masked->column && at < line->len; n++) {
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
static size_t end_of_lines(const ys_sensitive_nodes *nodes,
                           const ys_sensitive_node *masked, size_t end) {
  const ys_str text = nodes->source->text;
  const size_t column = masked->column > 0 ? masked->column - 1 : 0;
  for (uint32_t n = masked->line + 1; end < text.len; n++) {
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

/* Masks the text from a byte of a line on: its rest, and the lines below that
 * belong to it. */
static ys_status mask_from(ys_sensitive_nodes *nodes,
                           const ys_sensitive_node *masked, size_t start,
                           size_t line_end) {
  const ys_str text = nodes->source->text;
  nodes->masked_end = masked->part == YS_SENSITIVE_ARGUMENTS ? line_end
                      : is_in_brackets(text)
                          ? text.len
                          : end_of_lines(nodes, masked, line_end);
  return ys_masking_add_span(nodes, start, nodes->masked_end);
}

ys_status ys_masking_by_lines(ys_sensitive_nodes *nodes,
                              const ys_sensitive_node *masked) {
  const ys_str text = nodes->source->text;
  ys_str line;
  if (nodes->masked_line == masked->line) return YS_OK;
  const size_t place = find_place(nodes, masked, &line);
  if (masked->part == YS_SENSITIVE_REST)
    return ys_masking_add_span(nodes, place, text.len);
  if (masked->part == YS_SENSITIVE_LINE)
    return ys_masking_add_span(nodes, place,
                               (size_t)(line.ptr - text.ptr) + line.len);
  if (line.len == 0 || place < nodes->masked_end) return YS_OK;
  nodes->masked_line = masked->line;
  const size_t base = (size_t)(line.ptr - text.ptr), end = base + line.len;
  const size_t at = place - base;
  if (masked->part == YS_SENSITIVE_ARGUMENTS ||
      ys_str_starts((ys_str){line.ptr + at, line.len - at}, YS_STR("#@")))
    return mask_from(nodes,
                     &(ys_sensitive_node){masked->line, masked->column,
                                          YS_SENSITIVE_ARGUMENTS, false},
                     base + skip_blanks(line, end_of_name(line, at)), end);
  if (masked->part == YS_SENSITIVE_ENTRY)
    return mask_from(nodes, masked, place, end);
  return mask_from(nodes, masked,
                   base + skip_blanks(line, end_of_key(line, at)), end);
}
