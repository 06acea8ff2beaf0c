#pragma once

/*
 * core/event/scanner.h - The functions and states that the source files of
 * core/event/scan.h share.
 *
 * Functions that return false decline the text.
 */

#include "core/event/bytes.h"
#include "core/event/scan.h"

/* ---- marks (these steps are in core/event/scan_step.c) ------------------- */

/* The mark of a byte of the current line, for a text that is not ASCII. */
ys_mark ys_scan_counted_mark(ys_scanner *scanner, const char *at);

static inline ys_mark ys_scan_mark(ys_scanner *scanner, const char *at) {
  if (!scanner->marks->ascii) return ys_scan_counted_mark(scanner, at);
  return (ys_mark){(size_t)(at - scanner->marks->text), scanner->line,
                   (size_t)(at - scanner->line_start)};
}

/* ---- lines --------------------------------------------------------------- */

/* Moves to the next line, which begins at `start`. */
void ys_scan_new_line(ys_scanner *scanner, const char *start);

/* Skips empty lines and comments up to the next content or the end of the text.
 * Returns false at a tab. */
bool ys_scan_skip_lines(ys_scanner *scanner);

/* Moves past the line, which must contain only blanks and a comment from here
 * on. */
bool ys_scan_finish_line(ys_scanner *scanner);

/* Skips blanks, line breaks and comments in a flow collection. */
bool ys_scan_skip_in_flow(ys_scanner *scanner);

static inline bool ys_scan_ends_word(const ys_scanner *scanner,
                                     const char *at) {
  return at == scanner->end || *at == ' ' || *at == '\n';
}

static inline const char *ys_scan_skip_blanks(const ys_scanner *scanner,
                                              const char *at) {
  while (at < scanner->end && *at == ' ')
    at++;
  return at;
}

/* Whether `---` or `...`, as a word, is at the start of a line. */
static inline bool ys_scan_at_marker(const ys_scanner *scanner,
                                     const char *at) {
  return at == scanner->line_start && scanner->end - at >= 3 &&
         (*at == '-' || *at == '.') && at[1] == *at && at[2] == *at &&
         ys_scan_ends_word(scanner, at + 3);
}

/* Whether `at` is at the dash of an array item. */
static inline bool ys_scan_at_dash(const ys_scanner *scanner, const char *at) {
  return at < scanner->end && *at == '-' && ys_scan_ends_word(scanner, at + 1);
}

/* The scalar's text is what was put together in the buffer. */
static inline ys_status ys_scan_take_text(ys_scanner *scanner,
                                          ys_event *event) {
  event->text = scanner->text.len > 0 ? ys_buf_str(&scanner->text) : YS_STR("");
  event->found = NULL;
  return ys_buf_status(&scanner->text);
}

/* ---- levels -------------------------------------------------------------- */

/* Enters a collection whose keys or dashes are in this column. */
ys_status ys_scan_push(ys_scanner *scanner, ys_level_kind kind, size_t column);

/* Makes an event for a scalar without a text, such as the value of `key:`. */
ys_status ys_scan_nothing(ys_mark mark, ys_event *event);

static inline const ys_level *ys_scan_top(const ys_scanner *scanner) {
  return scanner->depth > 0 ? &scanner->levels[scanner->depth - 1] : NULL;
}

/* ---- scalars (core/event/scan_scalar.c) ---------------------------------- */

typedef enum ys_plain_end {
  YS_PLAIN_DECLINED,
  YS_PLAIN_LINE,  /* the end of the line or a comment ended it */
  YS_PLAIN_COLON, /* `at` is at the colon that makes it a key */
  YS_PLAIN_FLOW   /* `at` is at a comma or a closing bracket */
} ys_plain_end;

/* Each of these functions reads a scalar and moves past it. It sets the event's
 * type, style, text and marks, but not its start if the scalar has an
 * anchor. */

/* Read the plain scalar of one line that begins at `scanner->at`. */
ys_plain_end ys_scan_plain(ys_scanner *scanner, ys_event *event);
ys_plain_end ys_scan_plain_in_flow(ys_scanner *scanner, ys_event *event);

/* Adds the further lines of a plain scalar, which are indented deeper than
 * `outer`. */
ys_status ys_scan_plain_lines(ys_scanner *scanner, size_t outer,
                              ys_event *event);

/* Reads a quoted scalar of one line. */
ys_status ys_scan_quoted(ys_scanner *scanner, ys_event *event);

/* Reads a literal or folded scalar. Its lines are indented deeper than
 * `outer`. */
ys_status ys_scan_block_scalar(ys_scanner *scanner, size_t outer,
                               ys_event *event);

/* Returns the name after `&` or `*`. An empty result declines the text. */
ys_str ys_scan_name(const ys_scanner *scanner, const char *at);

/* Reads the alias at `scanner->at`. */
ys_status ys_scan_alias(ys_scanner *scanner, ys_event *event);

/* libyaml may refuse a key that is longer than this. */
enum { YS_SCAN_LONGEST_KEY = 1000 };

/* ---- flow collections (core/event/scan_flow.c) --------------------------- */

/* Opens the flow collection at `scanner->at` and reads what comes first in
 * it. */
ys_status ys_scan_open_flow(ys_scanner *scanner, ys_event *event);
ys_status ys_scan_flow_first(ys_scanner *scanner, ys_event *event);
ys_status ys_scan_flow_next(ys_scanner *scanner, ys_event *event);
ys_status ys_scan_flow_value(ys_scanner *scanner, ys_event *event);

/* ---- all of the text (core/event/scan.c) --------------------------------- */

/* The states of the scanner: what it reads next. */
enum {
  YS_SCAN_DOCUMENT,      /* a document, or the end of the text */
  YS_SCAN_CONTENT,       /* the content of a document */
  YS_SCAN_DOCUMENT_OVER, /* the end of a document */
  YS_SCAN_BLOCK, /* an entry or item of the innermost block collection, or the
                    end of the collection */
  YS_SCAN_VALUE, /* the value after the colon of such an entry */
  YS_SCAN_ITEM,  /* the value after a dash */
  YS_SCAN_FLOW_FIRST, /* the first item of a flow collection, or the end of the
                         collection */
  YS_SCAN_FLOW_NEXT,  /* a comma in a flow collection, or the end of the
                         collection */
  YS_SCAN_FLOW_VALUE  /* the value after the colon of an entry in a flow
                         collection */
};
