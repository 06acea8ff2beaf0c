#include "core/print/text_lines.h"

#include <string.h>

/* ---- lines --------------------------------------------------------------- */

/* The offset after the next line break; the size of the text if there is
 * none. */
static size_t next_line(ys_str text, size_t at, bool returns) {
  if (!returns) {
    const char *found = memchr(text.ptr + at, '\n', text.len - at);
    return found == NULL ? text.len + 1 : (size_t)(found - text.ptr) + 1;
  }
  while (at < text.len && text.ptr[at] != '\n' && text.ptr[at] != '\r')
    at++;
  if (at == text.len) return text.len + 1;
  const bool two =
      text.ptr[at] == '\r' && at + 1 < text.len && text.ptr[at + 1] == '\n';
  return at + (two ? 2 : 1);
}

static ys_status find_lines(ys_line_starts *lines, ys_arena *arena,
                            ys_str text) {
  const bool returns = text.len > 0 && memchr(text.ptr, '\r', text.len) != NULL;
  size_t count = 0, at;
  lines->text = text;
  for (at = 0; at <= text.len; at = next_line(text, at, returns))
    count++;
  YS_NEW_LIST(lines->starts, arena, count);
  for (at = 0; at <= text.len; at = next_line(text, at, returns))
    lines->starts[lines->count++] = (uint32_t)at;
  return YS_OK;
}

static uint32_t mark_size(ys_str text) {
  return text.len >= 3 && memcmp(text.ptr, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

static bool is_narrow(ys_str text) {
  for (size_t i = 0; i < text.len; i++)
    if ((unsigned char)text.ptr[i] >= 0x80) return false;
  return true;
}

ys_status ys_text_lines_init(ys_text_lines *lines, ys_arena *arena,
                             const ys_structure *structure) {
  *lines = (ys_text_lines){.mark = mark_size(structure->text),
                           .unit = structure->unit};
  lines->narrow = lines->unit == YS_UNIT_UTF8 || is_narrow(structure->text);
  YS_TRY(find_lines(&lines->read, arena, structure->read));
  return find_lines(&lines->own, arena, structure->text);
}

/* The line of an offset. It may be the line `near`. */
static uint32_t line_of(const ys_line_starts *lines, uint32_t offset,
                        uint32_t near) {
  const uint32_t *starts = lines->starts;
  uint32_t low = 0, high = lines->count;
  if (near + 1 < high && starts[near] <= offset && offset < starts[near + 1])
    return near;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (starts[middle] <= offset)
      low = middle;
    else
      high = middle;
  }
  return low;
}

uint32_t ys_text_lines_find(const ys_text_lines *lines, uint32_t offset) {
  return line_of(&lines->read, offset, lines->line);
}

/* The end of a line of the client's text, without its line break. */
static uint32_t line_end(const ys_line_starts *own, uint32_t line) {
  size_t end = line + 1 < own->count ? own->starts[line + 1] : own->text.len;
  while (end > own->starts[line] &&
         (own->text.ptr[end - 1] == '\n' || own->text.ptr[end - 1] == '\r'))
    end--;
  return (uint32_t)end;
}

/* The offset in the client's text. */
static uint32_t own_offset(const ys_text_lines *lines, uint32_t offset,
                           uint32_t line) {
  const uint32_t after = offset - lines->read.starts[line];
  if (line >= lines->own.count) return (uint32_t)lines->own.text.len;
  const uint32_t mark = line == 0 ? lines->mark : 0;
  const uint32_t end = line_end(&lines->own, line);
  const uint32_t at = lines->own.starts[line] + mark + after;
  return at < end ? at : end;
}

/* ---- positions ----------------------------------------------------------- */

static uint32_t units_of(const ys_text_lines *lines, uint32_t from,
                         uint32_t to) {
  const bool pairs = lines->unit == YS_UNIT_UTF16;
  uint32_t units = 0;
  if (lines->narrow) return to - from;
  for (uint32_t i = from; i < to; i++) {
    const unsigned char c = (unsigned char)lines->own.text.ptr[i];
    if ((c & 0xC0) != 0x80) units += pairs && c >= 0xF0 ? 2 : 1;
  }
  return units;
}

ys_position ys_text_lines_at(ys_text_lines *lines, uint32_t offset, bool note) {
  const uint32_t line = ys_text_lines_find(lines, offset);
  const uint32_t own = own_offset(lines, offset, line);
  const bool after = line == lines->line && own >= lines->offset &&
                     lines->offset >= lines->own.starts[line];
  const uint32_t from = after ? lines->offset : lines->own.starts[line];
  const uint32_t units =
      (after ? lines->counted : 0) + units_of(lines, from, own);
  if (note) {
    lines->line = line;
    lines->offset = own;
    lines->counted = units;
  }
  return (ys_position){line, units};
}

/* ---- folding ------------------------------------------------------------- */

static bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}

uint32_t ys_text_lines_last(const ys_text_lines *lines, uint32_t start,
                            uint32_t end) {
  const ys_line_starts *own = &lines->own;
  const uint32_t line = ys_text_lines_find(lines, end);
  const uint32_t first =
      own_offset(lines, start, ys_text_lines_find(lines, start));
  uint32_t after = own_offset(lines, end, line);
  while (after > first + 1 && is_space(own->text.ptr[after - 1]))
    after--;
  return line_of(own, after > first ? after - 1 : first, line);
}

bool ys_text_lines_comment(const ys_text_lines *lines, uint32_t line) {
  const ys_line_starts *own = &lines->own;
  uint32_t at = own->starts[line];
  const uint32_t end = line_end(own, line);
  while (at < end && is_space(own->text.ptr[at]))
    at++;
  return at < end && own->text.ptr[at] == '#';
}
