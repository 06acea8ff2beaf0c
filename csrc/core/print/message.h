#ifndef YS_PRINT_MESSAGE_H
#define YS_PRINT_MESSAGE_H

/*
 * core/print/message.h - what is said about each code, as templates in tables
 * (core/print/message_parts.h). What depends on the value at fault, such as
 * what was expected and hints, is made where the fault is found.
 *
 * In a template
 *   %1 .. %4  are the record's arguments,
 *   %!1 ..    the same, but line feeds in them are kept (words of closures),
 *   %A %B     the places `at` and `by`, as `s.yml:3`,
 *   %P        the path, "(document)" if it is empty; inside brackets the part
 * is left out, %C        the calls, one a line, %D        the file at fault, if
 * it was found in a directory and taken for data values for want of a header,
 *   [...]     is left out when something in it is empty,
 *   {...}     likewise, and always for programs.
 */

#include "core/tree/node.h"

/* Which lines are shown. */
typedef enum ys_shown {
  YS_SHOW_AT,   /* the line at fault */
  YS_SHOW_BOTH, /* and the line that says so */
  YS_SHOW_BY,   /* only that one */
  YS_SHOW_NODE  /* the line at fault with the annotations around it */
} ys_shown;

typedef struct ys_message {
  const char *kind;     /* for programs; never changes */
  const char *sentence; /* one line: for programs, and for people if it is
                           of the input or a warning */
  const char *heading;  /* of a block for people; NULL: there is none, and
                           the sentence is shown */
  const char *summary;  /* below the heading, or NULL */
  const char *found, *expected; /* or NULL */
  const char *hints;            /* one a line, or NULL */
  ys_shown shown;
} ys_message;

/* The row of a code; static. */
const ys_message *ys_message_of(ys_code code);

/* For people what came from outside is escaped (core/text/excerpt.h), cut, and
 * its further lines are indented; for programs it is left as it is. */
typedef enum ys_audience { YS_FOR_PEOPLE, YS_FOR_PROGRAMS } ys_audience;

typedef struct ys_filling {
  const ys_sources *sources;
  const ys_diag *diag;
  ys_audience audience;
  size_t indent; /* of further lines, for people */
} ys_filling;

/* Appends a template filled in. False: something outside of brackets was
 * empty. */
bool ys_message_write(ys_buf *out, ys_str words, const ys_filling *filling);

/* The sentence about a record, as programs get it. */
ys_status ys_message_sentence(ys_arena *arena, const ys_sources *sources,
                              const ys_diag *diag, ys_str *out);

/* Takes the first line off a list of hints. */
ys_str ys_message_hint(ys_str *hints);

#endif
