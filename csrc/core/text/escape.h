#pragma once

/*
 * core/text/escape.h - Texts of users, made fit for a terminal or the log of a
 * CI system. Everything that reaches one of these goes through here.
 *
 * Characters that a terminal would act on are escaped: control characters as
 * \x1b, bidirectional and invisible controls as \u202e, bytes that are not
 * UTF-8 as \xff. So is the beginning of what a CI system would take for a
 * command:
 * `::error::` at the beginning of a line, `##[error]` and `##vso[...]`
 * anywhere.
 */

#include "core/base/str.h"

/* The mark for the rest of a text that is cut. */
#define YS_ELLIPSIS "\xE2\x80\xA6"

/* Whether a character changes how other characters are displayed, or is one
 * that some programs take for a line end. */
bool ys_is_invisible(uint32_t code);

/* Whether the line that begins at `at` is a command to a CI system. */
bool ys_is_command(ys_str text, size_t at);

/* Appends the escape of a character below U+10000, as \x1b or \u202e. */
void ys_escape_code(ys_buf *out, uint32_t code);

/* Appends the character at `at`, on the same line, and returns where the next
 * one is. A tab becomes a space. */
size_t ys_escape_character(ys_buf *out, ys_str text, size_t at);

/* Whether a text consists of printable characters of ASCII: escaping it on one
 * line does not change it. */
bool ys_is_plain_line(ys_str text);

/* Appends at most `most` characters of `text`; a longer text is cut and ends in
 * an ellipsis. Lines after a line feed are indented by `indent`; with SIZE_MAX,
 * line feeds are escaped instead. A tab becomes a space. */
void ys_escape_text(ys_buf *out, ys_str text, size_t most, size_t indent);

/* Appends a text of several lines as it is, tabs included, but for what has to
 * be escaped. A text that is escaped already is not changed. */
void ys_escape_lines(ys_buf *out, ys_str text);
