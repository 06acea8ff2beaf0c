#include "core/tree/mark.h"

/* ---- texts --------------------------------------------------------------- */

/* Whether the text begins like UTF-16: with its byte order mark, or with NUL
 * bytes. */
static bool is_utf16(ys_str text) {
  for (size_t i = 0; i < text.len && i < 4; i++)
    if (text.ptr[i] == '\0') return true;
  return ys_str_starts(text, YS_STR("\xFF\xFE")) ||
         ys_str_starts(text, YS_STR("\xFE\xFF"));
}

static ys_status note_utf16(ys_space *space, ys_place place) {
  return ys_space_record(space, YS_E_ENCODING, place, YS_NOWHERE,
                         YS_ARGUMENTS(YS_STR("not UTF-8 but UTF-16 text"),
                                      YS_STR("0"), YS_STR(YS_SAVE_AS_UTF8)));
}

ys_status ys_extracts_add(ys_space *space, const ys_extract *extract) {
  ys_extracts *link;
  YS_KEEP(link, &space->arena, (ys_extracts){space->extracts, *extract});
  space->extracts = link;
  return YS_OK;
}

ys_status ys_extract_check(ys_space *space, const ys_extract *extract) {
  const ys_str text = extract->text;
  const ys_place place = {extract->above + 1, 1, extract->source};
  /* Sizes of strings, and lines and columns, have 32 bits. */
  const bool large =
      text.len > space->limits.max_bytes || text.len >= UINT32_MAX;
  if (large)
    YS_TRY(ys_space_note(space, YS_E_READ, place,
                         YS_STR("larger than the limit max_bytes"),
                         (ys_str){0}));
  else if (is_utf16(text))
    YS_TRY(note_utf16(space, place));
  else
    return YS_OK;
  return YS_INVALID;
}

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

/* The size of the line break at `at`; 0 if there is none. */
static size_t line_break(const char *at, const char *end) {
  if (at == end || (*at != '\n' && *at != '\r')) return 0;
  return *at == '\r' && end - at >= 2 && at[1] == '\n' ? 2 : 1;
}

/* Sets `ascii` and `returns`. Both are found block by block, so that a large
 * text is loaded into the cache only once. */
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

void ys_marks_init(ys_marks *marks, const ys_extract *extract) {
  const ys_str text = extract->text;
  const char *at = text.len > 0 ? text.ptr : "";
  *marks = (ys_marks){.text = at,
                      .end = at + text.len,
                      .source = extract->source,
                      .above = extract->above};
  marks->line = at;
  look_over(marks);
}

const char *ys_marks_line_end(const ys_marks *marks, const char *at) {
  const char *end = marks->end;
  if (!marks->returns) {
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    return feed != NULL ? feed : end;
  }
  while (at < end && line_break(at, end) == 0)
    at++;
  return at;
}

ys_place ys_marks_place_of_byte(const ys_marks *marks, size_t offset) {
  const char *at = marks->text, *start = at, *end = marks->end;
  ys_place place = {marks->above + 1, 1, marks->source};
  if (offset < (size_t)(end - at)) end = at + offset;
  while (at < end) {
    const size_t size = line_break(at, marks->end);
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

const char *ys_marks_byte(ys_marks *marks, ys_mark mark) {
  if (marks->ascii) return marks->text + mark.index;
  while (marks->number < mark.line) {
    const char *stop = ys_marks_line_end(marks, marks->line);
    marks->line = stop + line_break(stop, marks->end);
    marks->number++;
  }
  return marks->line + mark.column;
}

/* Moves forward by a number of characters. Returns how many there are not. */
static size_t forward(const ys_marks *marks, const char **at, size_t count) {
  while (count > 0 && *at < marks->end) {
    ++*at;
    while (*at < marks->end && ((unsigned char)**at & 0xC0) == 0x80)
      ++*at;
    count--;
  }
  return count;
}

static void back(const ys_marks *marks, const char **at, size_t count) {
  while (count > 0 && *at > marks->text) {
    --*at;
    while (*at > marks->text && ((unsigned char)**at & 0xC0) == 0x80)
      --*at;
    count--;
  }
}

const char *ys_marks_find(ys_marks *marks, size_t index) {
  if (marks->ascii) return marks->text + index;
  const char *at = marks->found;
  if (at == NULL || index < marks->found_index / 2) {
    at = marks->text;
    marks->found_index = 0;
  }
  if (index < marks->found_index)
    back(marks, &at, marks->found_index - index);
  else
    index -= forward(marks, &at, index - marks->found_index);
  marks->found = at;
  marks->found_index = index;
  return at;
}

/* ---- dashes -------------------------------------------------------------- */

/* The start of the line that `at` is in. */
static const char *line_start(const ys_marks *marks, const char *at) {
  while (at > marks->text && at[-1] != '\n' && at[-1] != '\r')
    at--;
  return at;
}

/* The end of the line above the one that starts at `start`. */
static const char *line_above(const ys_marks *marks, const char *start) {
  if (start == marks->text) return NULL;
  if (start - marks->text >= 2 && memcmp(start - 2, "\r\n", 2) == 0)
    return start - 2;
  return start - 1;
}

/* Only empty lines and comments can stand between a dash and a value below it,
 * so the last dash above the value is the one. */
const char *ys_marks_dash_above(ys_marks *marks, const char *value,
                                size_t *line) {
  const char *end = value;
  for (;;) {
    const char *start = line_start(marks, end), *dash = NULL;
    for (const char *at = start; at < end; at++) {
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
