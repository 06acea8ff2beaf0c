#pragma once

/*
 * core/event/syntax.h - Says what to do about libyaml's syntax errors.
 *
 * libyaml's messages say what its scanner found; authors of a text need to know
 * what to write instead.
 */

#include "core/base/str.h"

/* A syntax error and the line where it was found. */
typedef struct ys_syntax {
  ys_str problem, context; /* libyaml's words */
  ys_str before, after;    /* the line before the place and from it on */
} ys_syntax;

/* Returns a hint, which is static; empty if there is none. */
ys_str ys_syntax_hint(const ys_syntax *met);

/* Whether the report should show where the context begins, because it is not
 * closed or because its author meant something else. */
bool ys_syntax_begins(const ys_syntax *met);
