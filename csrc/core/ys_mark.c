#include "ys_mark.h"

/* ---- lines --------------------------------------------------------------- */

static bool is_ascii(ys_str text) {
  const char *at = text.ptr, *end = text.ptr + text.len;
  for (; end - at >= 32; at += 32) {
    uint64_t words[4];
    memcpy(words, at, sizeof words);
    if ((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080u)
      return false;
  }
  for (; at < end; at++)
    if ((unsigned char)*at >= 0x80) return false;
  return true;
}

/* How many bytes at `at` are a line break that editors do not know. */
static size_t exotic_break(const char *at, const char *end) {
  if (end - at >= 2 && memcmp(at, "\xC2\x85", 2) == 0) return 2;
  if (end - at >= 3 && (memcmp(at, "\xE2\x80\xA8", 3) == 0 ||
                        memcmp(at, "\xE2\x80\xA9", 3) == 0))
    return 3;
  return 0;
}

/* How many bytes at `at` are a line break that editors know. */
static size_t editor_break(const char *at, const char *end) {
  if (at == end || (*at != '\n' && *at != '\r')) return 0;
  return *at == '\r' && end - at >= 2 && at[1] == '\n' ? 2 : 1;
}

static bool has_exotic(const char *at, const char *end, char lead) {
  while ((at = memchr(at, lead, (size_t)(end - at))) != NULL) {
    if (exotic_break(at, end) > 0) return true;
    at++;
  }
  return false;
}

/* As the reader counts them, with one more: libyaml puts the end of a text
 * that does not end with a line break on a line of its own. */
static size_t count_lines(const char *at, const char *end) {
  size_t count = 2;
  while (at < end) {
    size_t size = exotic_break(at, end);
    if (size == 0) size = editor_break(at, end);
    count += size > 0;
    at += size > 0 ? size : 1;
  }
  return count;
}

static ys_status make_lines(ys_marks *marks, ys_arena *arena) {
  const char *at = marks->text, *end = marks->end;
  const size_t count = count_lines(at, end);
  ys_editor_line *line = ys_arena_zalloc(arena, count, sizeof *line);
  uint32_t number = 1, columns = 0;
  if (line == NULL) return YS_NOMEM;
  marks->lines = line;
  *line = (ys_editor_line){1, 0};
  while (at < end) {
    const size_t size = editor_break(at, end), exotic = exotic_break(at, end);
    if (size > 0) {
      number++;
      columns = 0;
    } else if (exotic > 0 || ((unsigned char)*at & 0xC0) != 0x80) {
      columns++;
    }
    if (size + exotic > 0) *++line = (ys_editor_line){number, columns};
    at += size + exotic > 0 ? size + exotic : 1;
  }
  *++line = (ys_editor_line){number + 1, 0};
  return YS_OK;
}

/* Block by block, so that a large text comes from memory once. */
static void look_over(ys_marks *marks) {
  enum { BLOCK = 16 * 1024 };
  const char *at = marks->text;
  marks->ascii = true;
  while (at < marks->end && (marks->ascii || !marks->returns)) {
    const size_t left = (size_t)(marks->end - at);
    const ys_str block = {at, left < BLOCK ? left : BLOCK};
    marks->ascii = marks->ascii && is_ascii(block);
    marks->returns = marks->returns || memchr(at, '\r', block.len) != NULL;
    at += block.len;
  }
}

ys_status ys_marks_init(ys_marks *marks, ys_arena *arena,
                        const ys_extract *extract) {
  const ys_str text = extract->text;
  const char *at = text.len > 0 ? text.ptr : "";
  *marks = (ys_marks){.text = at,
                      .end = at + text.len,
                      .source = extract->source,
                      .above = extract->above};
  marks->line = at;
  look_over(marks);
  if (marks->ascii) return YS_OK;
  marks->exotic =
      has_exotic(at, marks->end, '\xC2') || has_exotic(at, marks->end, '\xE2');
  return marks->exotic ? make_lines(marks, arena) : YS_OK;
}

const char *ys_marks_line_end(const ys_marks *marks, const char *at) {
  const char *end = marks->end;
  if (!marks->exotic && !marks->returns) {
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    return feed != NULL ? feed : end;
  }
  while (at < end && editor_break(at, end) == 0 && exotic_break(at, end) == 0)
    at++;
  return at;
}

ys_place ys_marks_place_of_byte(const ys_marks *marks, size_t offset) {
  const char *at = marks->text, *start = at, *end = marks->end;
  ys_place place = {marks->above + 1, 1, marks->source};
  if (offset < (size_t)(end - at)) end = at + offset;
  while (at < end) {
    const size_t size = editor_break(at, marks->end);
    if (size > 0 && size <= (size_t)(end - at)) {
      place.line++;
      start = at + size;
    }
    at += size > 0 ? size : 1;
  }
  if (start <= end)
    place.column +=
        (uint32_t)ys_utf8_count((ys_str){start, (size_t)(end - start)});
  return place;
}

ys_place ys_marks_place_of_end(const ys_marks *marks, ys_mark mark) {
  const size_t size = (size_t)(marks->end - marks->text);
  const bool broken = size > 0 && marks->end[-1] != '\n' &&
                      marks->end[-1] != '\r' && mark.column == 0 &&
                      mark.index >= ys_utf8_count((ys_str){marks->text, size});
  return broken ? ys_marks_place_of_byte(marks, size)
                : ys_marks_place(marks, mark.line, mark.column);
}

/* ---- bytes --------------------------------------------------------------- */

/* Where the first character after a byte order mark is: libyaml skips one at
 * the start of any line. */
static const char *skip_bom(const char *at, const char *end) {
  return end - at >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0 ? at + 3 : at;
}

const char *ys_marks_byte(ys_marks *marks, ys_mark mark) {
  if (marks->ascii) return marks->text + mark.index;
  while (marks->number < mark.line) {
    const char *stop = ys_marks_line_end(marks, marks->line);
    size_t size = editor_break(stop, marks->end);
    if (size == 0) size = exotic_break(stop, marks->end);
    marks->line = stop + size;
    marks->number++;
  }
  const char *first = skip_bom(marks->line, marks->end);
  return mark.column > 0 && first != marks->line ? first + mark.column - 1
                                                 : marks->line + mark.column;
}

/* ---- dashes -------------------------------------------------------------- */

/* The start of the line that `at` is in, as the reader sees lines. */
static const char *line_start(const ys_marks *marks, const char *at) {
  for (; at > marks->text; at--) {
    if (at[-1] == '\n' || at[-1] == '\r') return at;
    if (marks->exotic && at - marks->text >= 2 && exotic_break(at - 2, at) == 2)
      return at;
    if (marks->exotic && at - marks->text >= 3 && exotic_break(at - 3, at) == 3)
      return at;
  }
  return at;
}

/* The end of the line above the one that starts at `start`. */
static const char *line_above(const ys_marks *marks, const char *start) {
  if (start == marks->text) return NULL;
  if (start - marks->text >= 2 && memcmp(start - 2, "\r\n", 2) == 0)
    return start - 2;
  if (start[-1] == '\n' || start[-1] == '\r') return start - 1;
  if (exotic_break(start - 2, start) == 2) return start - 2;
  return start - 3;
}

/* Between a dash and a value below it there is nothing but empty lines and
 * comments; the last dash above is the one. */
const char *ys_marks_dash_above(ys_marks *marks, const char *value,
                                size_t *line) {
  const char *end = value;
  for (;;) {
    const char *start = line_start(marks, end), *dash = NULL;
    for (const char *at = skip_bom(start, end); at < end; at++) {
      if (*at == '-')
        dash = at;
      else if (*at != ' ' && *at != '\t' && *at != '?' && *at != ':')
        break;
    }
    if (dash != NULL) return dash;
    end = line_above(marks, start);
    if (end == NULL || *line == 0) return start;
    --*line;
  }
}
