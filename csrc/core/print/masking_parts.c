/* core/print/masking_parts.c - Parts of sources that were parsed by themselves.
 */

#include "core/print/masking_parts.h"

/* The byte where a line of a source begins; after the last one, its end. */
static size_t line_start(ys_source *source, uint32_t line) {
  const ys_str found = ys_source_line(source, line);
  return line > source->line_count ? source->text.len
                                   : (size_t)(found.ptr - source->text.ptr);
}

/* Takes a line from a text. */
static ys_str take_line(ys_str *text) {
  const char *feed = text->len == 0 ? NULL : memchr(text->ptr, '\n', text->len);
  const size_t len = feed == NULL ? text->len : (size_t)(feed - text->ptr);
  const ys_str line = {text->ptr, len};
  text->ptr += feed == NULL ? len : len + 1;
  text->len -= feed == NULL ? len : len + 1;
  return line;
}

static uint32_t count_lines(ys_str text) {
  uint32_t count = 0;
  for (; text.len > 0; count++)
    take_line(&text);
  return count;
}

ys_status ys_masking_put_in_place(const ys_sensitive_nodes *nodes,
                                  const ys_extract *extract,
                                  ys_masking_part *out) {
  ys_source *source = nodes->source;
  const uint32_t first = extract->above + 1;
  const size_t base = line_start(source, first);
  const size_t end = line_start(source, first + count_lines(extract->text));
  ys_str rest = extract->text;
  char *copy = ys_arena_zalloc(nodes->arena, end - base + 1, 1);
  *out =
      (ys_masking_part){.above = extract->above, .base = base, .is_part = true};
  if (copy == NULL) return YS_NOMEM;
  for (size_t i = base; i < end; i++) {
    const char c = source->text.ptr[i];
    copy[i - base] = (char)(c == '\n' || c == '\r' ? c : ' ');
  }
  for (uint32_t n = first; rest.len > 0; n++) {
    const size_t at = line_start(source, n);
    const ys_str line = take_line(&rest);
    if (line.len > end - at) return YS_OK;
    if (line.len > 0) memcpy(copy + (at - base), line.ptr, line.len);
  }
  out->text = (ys_str){copy, end - base};
  return YS_OK;
}
