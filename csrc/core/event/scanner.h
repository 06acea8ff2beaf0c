#ifndef YS_EVENT_SCANNER_H
#define YS_EVENT_SCANNER_H

/*
 * core/event/scanner.h - what the source files of core/event/scan.h share: the
 * steps through a text, and what each file reads.
 *
 * A function that returns false declines the text.
 */

#include "core/event/bytes.h"
#include "core/event/scan.h"

/* ---- marks (these steps are in core/event/scan_step.c) ------------------- */

/* The mark of a byte of the current line, for a text that is not all ASCII. */
ys_mark ys_scan_counted_mark(ys_scanner *scanner, const char *at);

static inline ys_mark ys_scan_mark(ys_scanner *scanner, const char *at) {
  if (!scanner->marks->ascii) return ys_scan_counted_mark(scanner, at);
  return (ys_mark){(size_t)(at - scanner->marks->text), scanner->line,
                   (size_t)(at - scanner->line_start)};
}

/* ---- lines --------------------------------------------------------------- */

/* Goes to the start of the next line, which is `start`. */
void ys_scan_new_line(ys_scanner *scanner, const char *start);

/* Skips empty lines and comments, up to the next character or the text's end.
 * False: a tab is in the way. */
bool ys_scan_skip_lines(ys_scanner *scanner);

/* The rest of the line has to be blank, but for a comment: goes behind it. */
bool ys_scan_finish_line(ys_scanner *scanner);

/* Skips blanks, line breaks and comments inside a flow collection. */
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

/* Whether `---` or `...` is at the start of a line, as a word. */
static inline bool ys_scan_at_marker(const ys_scanner *scanner,
                                     const char *at) {
  return at == scanner->line_start && scanner->end - at >= 3 &&
         (*at == '-' || *at == '.') && at[1] == *at && at[2] == *at &&
         ys_scan_ends_word(scanner, at + 3);
}

/* Whether a dash is an array's. */
static inline bool ys_scan_at_dash(const ys_scanner *scanner, const char *at) {
  return at < scanner->end && *at == '-' && ys_scan_ends_word(scanner, at + 1);
}

/* ---- levels -------------------------------------------------------------- */

/* Goes into a collection, whose keys or dashes are in this column. */
ys_status ys_scan_push(ys_scanner *scanner, ys_level_kind kind, size_t column);

/* A scalar without a text, such as the value of `key:`. */
ys_status ys_scan_nothing(ys_mark mark, ys_event *event);

static inline const ys_level *ys_scan_top(const ys_scanner *scanner) {
  return scanner->depth > 0 ? &scanner->levels[scanner->depth - 1] : NULL;
}

/* ---- scalars (core/event/scan_scalar.c) ---------------------------------- */

typedef enum ys_plain_end {
  YS_PLAIN_DECLINED,
  YS_PLAIN_LINE,  /* the line or a comment ended it */
  YS_PLAIN_COLON, /* `at` is at a colon that makes it a key */
  YS_PLAIN_FLOW   /* `at` is at a comma or a closing bracket */
} ys_plain_end;

/* Each sets the event's type, style, text and marks, but leaves its start alone
 * when it has an anchor, and goes behind the scalar. */

/* A plain scalar of one line that begins at `scanner->at`. */
ys_plain_end ys_scan_plain(ys_scanner *scanner, ys_event *event);
ys_plain_end ys_scan_plain_in_flow(ys_scanner *scanner, ys_event *event);

/* Adds the lines of a plain scalar below its first one: those that are indented
 * deeper than `outer`. */
ys_status ys_scan_plain_lines(ys_scanner *scanner, size_t outer,
                              ys_event *event);

/* A scalar in quotes, of one line. */
ys_status ys_scan_quoted(ys_scanner *scanner, ys_event *event);

/* A literal or folded scalar in a node whose lines are indented deeper than
 * `outer`. */
ys_status ys_scan_block_scalar(ys_scanner *scanner, size_t outer,
                               ys_event *event);

/* The name behind `&` or `*`; empty: it is not for this reader. */
ys_str ys_scan_name(const ys_scanner *scanner, const char *at);

/* ---- flow collections (core/event/scan_flow.c) --------------------------- */

/* Opens the one that begins at `scanner->at`, and reads what is next in it. */
ys_status ys_scan_open_flow(ys_scanner *scanner, ys_event *event);
ys_status ys_scan_flow_first(ys_scanner *scanner, ys_event *event);
ys_status ys_scan_flow_next(ys_scanner *scanner, ys_event *event);
ys_status ys_scan_flow_value(ys_scanner *scanner, ys_event *event);

/* ---- the whole (core/event/scan.c) --------------------------------------- */

/* What comes next. */
enum {
  YS_SCAN_DOCUMENT,      /* a document, or the end of the text */
  YS_SCAN_CONTENT,       /* the content of a document */
  YS_SCAN_DOCUMENT_OVER, /* its end */
  YS_SCAN_BLOCK,         /* an entry or item of the innermost block collection,
                            or its end */
  YS_SCAN_VALUE,         /* the value behind the colon of such an entry */
  YS_SCAN_ITEM,          /* the value behind a dash */
  YS_SCAN_FLOW_FIRST,    /* the first thing in a flow collection, or its end */
  YS_SCAN_FLOW_NEXT,     /* a comma, or its end */
  YS_SCAN_FLOW_VALUE     /* the value behind the colon of an entry in it */
};

#endif
