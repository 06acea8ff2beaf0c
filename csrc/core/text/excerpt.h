#ifndef YS_TEXT_EXCERPT_H
#define YS_TEXT_EXCERPT_H

/*
 * core/text/excerpt.h - other people's text for a terminal: lines of sources
 * with their numbers (reference#layout), names, places. What a terminal would
 * act on is escaped: control characters as \x1b, bidirectional and invisible
 * controls as \u202e, a byte that is no UTF-8 as \xff. A tab becomes a blank.
 */

#include "core/text/source.h"

/* Characters of a source's line, and of any other text, that are shown. What
 * is longer is cut and ends in an ellipsis. */
#define YS_EXCERPT_LINE 160
#define YS_EXCERPT_TEXT 2000

/* Appends `text` on one line; line feeds are escaped. */
void ys_excerpt_text(ys_buf *out, ys_str text, size_t most);

/* Appends `text`, whose lines after the first are indented by `indent`. */
void ys_excerpt_lines(ys_buf *out, ys_str text, size_t indent);

/* Appends `s.yml:3`, or nothing for a place that nobody wrote. */
void ys_excerpt_place(ys_buf *out, const ys_sources *sources, ys_place place);

/* Lines of a portion that are shown. */
#define YS_EXCERPT_PORTION 10

/* Appends one line of a source as `  3 | a: x`, indented by `indent`, and those
 * that follow up to the line `last`. Of many the first are shown. */
void ys_excerpt_portion(ys_buf *out, const ys_sources *sources, ys_place place,
                        uint32_t last, size_t indent);

/*
 * Appends a block of the lines of one or two places:
 *
 *     |
 *   3 | #@schema/default "x"
 *     | ...
 *   7 | port: 80
 *     |
 *
 * preceded by the file's name and a colon when `with_name`. Places in two
 * files make two blocks, the first place's first. Places nobody wrote are left
 * out.
 */
void ys_excerpt_block(ys_buf *out, const ys_sources *sources, ys_place first,
                      ys_place second, bool with_name);

/* The same for a node and the annotations right above (or, when `place` is
 * one of them, below) it. */
void ys_excerpt_node(ys_buf *out, const ys_sources *sources, ys_place place,
                     bool with_name);

#endif
