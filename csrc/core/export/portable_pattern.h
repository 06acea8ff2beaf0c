#pragma once

/* core/export/portable_pattern.h - Decides which regular expressions other
 * tools understand. */

#include "core/base/str.h"

/*
 * Whether ECMA 262 (JSON Schema's `pattern`, with flag `u`) gives a pattern the
 * same meaning as PCRE2. `pattern` must be valid in PCRE2. Syntax that is not
 * examined is taken as not portable. Differences of `\s` and `.` for blanks
 * beyond ASCII and for unusual line ends are ignored.
 */
bool ys_portable_pattern(ys_str pattern);

/* Appends a pattern that matches exactly `text`. */
void ys_portable_quote(ys_buf *out, ys_str text);
