#ifndef YS_EVENT_SYNTAX_H
#define YS_EVENT_SYNTAX_H

/*
 * core/event/syntax.h - what to do about libyaml's problems. Its words tell
 * what its scanner met; whoever wrote the text needs to know what to write
 * instead.
 */

#include "core/base/str.h"

/* Where a problem was met. */
typedef struct ys_syntax {
  ys_str problem, context; /* libyaml's words */
  ys_str before, after;    /* the text of the line up to the place, and on */
} ys_syntax;

/* A hint in static words; empty when there is none. */
ys_str ys_syntax_hint(const ys_syntax *met);

/* Whether it matters where the context begins: it is not closed, or is taken
 * for something that nobody meant. */
bool ys_syntax_begins(const ys_syntax *met);

#endif
