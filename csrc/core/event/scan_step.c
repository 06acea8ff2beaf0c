/* core/event/scan_step.c - Moves the scanner through a text, and keeps its
 * marks, its lines and the collections in which it is. */

#include "core/event/scanner.h"

/* ---- marks and lines ----------------------------------------------------- */

ys_mark ys_scan_counted_mark(ys_scanner *scanner, const char *at) {
  if (at < scanner->counted) {
    scanner->counted = scanner->line_start;
    scanner->counted_column = 0;
  }
  scanner->counted_column += ys_utf8_count(
      (ys_str){scanner->counted, (size_t)(at - scanner->counted)});
  scanner->counted = at;
  return (ys_mark){scanner->line_index + scanner->counted_column, scanner->line,
                   scanner->counted_column};
}

void ys_scan_new_line(ys_scanner *scanner, const char *start) {
  if (!scanner->marks->ascii) {
    scanner->line_index = ys_scan_counted_mark(scanner, start).index;
    scanner->counted = start;
    scanner->counted_column = 0;
  }
  scanner->line++;
  scanner->line_start = scanner->at = start;
}

/* Moves past the line that contains `at`. The end of the text counts as a line
 * of its own. Returns false if the line had no line break. */
static bool leave_line(ys_scanner *scanner, const char *at) {
  const char *feed = memchr(at, '\n', (size_t)(scanner->end - at));
  ys_scan_new_line(scanner, feed != NULL ? feed + 1 : scanner->end);
  return feed != NULL;
}

bool ys_scan_skip_lines(ys_scanner *scanner) {
  for (;;) {
    const char *at = ys_scan_skip_blanks(scanner, scanner->at);
    if (at == scanner->end) {
      if (at != scanner->line_start) ys_scan_new_line(scanner, at);
      return true;
    }
    if (*at != '\n' && *at != '#') {
      scanner->at = at;
      return *at != '\t';
    }
    /* After a comment without a line break, libyaml ends some collections on
     * the comment's line and some on the next one. */
    if (!leave_line(scanner, at) && scanner->depth > 0) return false;
  }
}

bool ys_scan_finish_line(ys_scanner *scanner) {
  const char *at = ys_scan_skip_blanks(scanner, scanner->at);
  if (at == scanner->end) {
    const ys_level *top = ys_scan_top(scanner);
    scanner->at = at;
    /* A bracket in front of the column of its map ends the text: then libyaml
     * ends the map on this line, and others on the next one. */
    return top == NULL || ys_scan_mark(scanner, at).column >= top->column;
  }
  if (*at != '\n' && (*at != '#' || at == scanner->at)) return false;
  leave_line(scanner, at);
  return true;
}

bool ys_scan_skip_in_flow(ys_scanner *scanner) {
  for (;;) {
    const char *at = ys_scan_skip_blanks(scanner, scanner->at);
    if (at == scanner->end) return false;
    if (*at == '#') {
      if (at > scanner->line_start && at[-1] != ' ') return false;
    } else if (*at != '\n') {
      scanner->at = at;
      return *at != '\t';
    }
    leave_line(scanner, at);
    if (ys_scan_at_marker(scanner, scanner->at)) return false;
  }
}

/* ---- levels -------------------------------------------------------------- */

ys_status ys_scan_push(ys_scanner *scanner, ys_level_kind kind, size_t column) {
  if (scanner->depth == scanner->capacity) {
    const uint32_t capacity =
        scanner->capacity == 0 ? 16 : 2 * scanner->capacity;
    ys_level *levels = scanner->memory.realloc(
        scanner->memory.ud, scanner->levels, scanner->capacity * sizeof *levels,
        capacity * sizeof *levels);
    if (levels == NULL) return YS_NOMEM;
    scanner->levels = levels;
    scanner->capacity = capacity;
  }
  scanner->levels[scanner->depth++] = (ys_level){(uint32_t)column, kind};
  return YS_OK;
}

ys_status ys_scan_nothing(ys_mark mark, ys_event *event) {
  event->type = YS_EVENT_SCALAR;
  event->style = YS_STYLE_PLAIN;
  event->start = event->end = mark;
  event->text = YS_STR("");
  event->found = event->text.ptr;
  return YS_OK;
}
