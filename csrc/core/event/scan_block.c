/* core/event/scan_block.c - Reads literal and folded scalars. The rules for
 * folding and for the lines at the end are those of libyaml's
 * yaml_parser_scan_block_scalar(). */

#include "core/event/scanner.h"

typedef struct block {
  ys_scanner *scanner;
  ys_event *event;
  size_t outer;  /* all lines are indented deeper than this */
  size_t indent; /* the indentation of all lines; 0 until it is known */
  size_t breaks; /* line breaks since the last line with content */
  char chomping; /* '-', '+' or 0 */
} block;

/* Reads `|` or `>`, optionally `-` or `+` and a digit in either order, and a
 * comment. A comment without a line break is declined: libyaml ends such a
 * scalar on the comment's line, and not on the next one. */
static bool read_header(block *b) {
  ys_scanner *scanner = b->scanner;
  const char *at = scanner->at + 1;
  for (; at < scanner->end; at++) {
    if ((*at == '-' || *at == '+') && b->chomping == 0)
      b->chomping = *at;
    else if (*at >= '1' && *at <= '9' && b->indent == 0)
      b->indent = b->outer + (size_t)(*at - '0');
    else
      break;
  }
  scanner->at = at;
  if (!ys_scan_finish_line(scanner)) return false;
  return scanner->at != scanner->line_start || scanner->at[-1] == '\n';
}

/* Skips empty lines and the indentation of the next line with content. The
 * first such line determines the indentation of all lines. */
static bool skip_breaks(block *b) {
  ys_scanner *scanner = b->scanner;
  size_t deepest = 0;
  b->event->end = ys_scan_mark(scanner, scanner->at);
  for (;;) {
    const char *at = scanner->at, *start = scanner->line_start;
    while (at < scanner->end && *at == ' ' &&
           (b->indent == 0 || (size_t)(at - start) < b->indent))
      at++;
    const size_t column = (size_t)(at - start);
    scanner->at = at;
    if (column > deepest) deepest = column;
    if (at == scanner->end) break;
    if (*at == '\t' && (b->indent == 0 || column < b->indent)) return false;
    if (*at != '\n') break;
    b->breaks++;
    ys_scan_new_line(scanner, at + 1);
    b->event->end = ys_scan_mark(scanner, scanner->at);
  }
  if (b->indent == 0) b->indent = deepest > b->outer ? deepest : b->outer + 1;
  return true;
}

/* Adds the rest of the line; returns whether a line break ends it. */
static bool read_line(block *b) {
  ys_scanner *scanner = b->scanner;
  const char *at = scanner->at;
  const char *feed = memchr(at, '\n', (size_t)(scanner->end - at));
  const char *stop = feed != NULL ? feed : scanner->end;
  ys_buf_add(&scanner->text, (ys_str){at, (size_t)(stop - at)});
  if (feed != NULL)
    ys_scan_new_line(scanner, feed + 1);
  else
    scanner->at = stop;
  return feed != NULL;
}

static bool read_lines(block *b) {
  ys_scanner *scanner = b->scanner;
  const bool literal = b->event->style == YS_STYLE_LITERAL;
  bool feed = false, after_blank = false;
  while (scanner->at < scanner->end &&
         (size_t)(scanner->at - scanner->line_start) == b->indent) {
    const bool blank = ys_is_blank(*scanner->at);
    if (feed && !literal && !after_blank && !blank) {
      if (b->breaks == 0) ys_buf_char(&scanner->text, ' ');
    } else if (feed) {
      ys_buf_char(&scanner->text, '\n');
    }
    ys_buf_repeat(&scanner->text, '\n', b->breaks);
    b->breaks = 0;
    after_blank = blank;
    feed = read_line(b);
    if (!skip_breaks(b)) return false;
  }
  if (b->chomping != '-' && feed) ys_buf_char(&scanner->text, '\n');
  if (b->chomping == '+') ys_buf_repeat(&scanner->text, '\n', b->breaks);
  return true;
}

ys_status ys_scan_block_scalar(ys_scanner *scanner, size_t outer,
                               ys_event *event) {
  block b = {.scanner = scanner, .event = event, .outer = outer};
  event->type = YS_EVENT_SCALAR;
  event->style = *scanner->at == '|' ? YS_STYLE_LITERAL : YS_STYLE_FOLDED;
  if (event->anchor.ptr == NULL)
    event->start = ys_scan_mark(scanner, scanner->at);
  scanner->text.len = 0;
  if (!read_header(&b) || !skip_breaks(&b) || !read_lines(&b))
    return YS_INVALID;
  return ys_scan_take_text(scanner, event);
}
