#ifndef YS_EXPORT_PORTABLE_H
#define YS_EXPORT_PORTABLE_H

/* core/export/portable.h - regular expressions that others understand, too. */

#include "core/base/str.h"

/*
 * Whether ECMA 262 (JSON Schema's `pattern`, read with its flag `u`) reads a
 * pattern as PCRE2 does. `pattern` is a good one of PCRE2's. Errs on the safe
 * side: what is not looked into is not portable. Blanks beyond ASCII and
 * odd line ends, which `\s` and `.` see differently, do not count.
 */
bool ys_portable_pattern(ys_str pattern);

/* Appends a pattern that matches exactly `text`. */
void ys_portable_quote(ys_buf *out, ys_str text);

#endif
