#pragma once

/*
 * core/text/excerpt.h - Formats texts of users for a terminal: source lines
 * with their numbers (reference#layout), names and places.
 *
 * Everything that a terminal would act on is escaped (core/text/escape.h). A
 * tab becomes a space.
 */

#include "core/text/source.h"

/* The most characters shown of a source line and of any other text. A longer
 * text is cut and ends in an ellipsis. */
#define YS_EXCERPT_LINE 160
#define YS_EXCERPT_TEXT 2000

/* Appends at most `most` characters of `text` on one line; line feeds are
 * escaped. */
void ys_excerpt_text(ys_buf *out, ys_str text, size_t most);

/* Appends `text`; its lines after the first are indented by `indent`. */
void ys_excerpt_lines(ys_buf *out, ys_str text, size_t indent);

/* Appends a place as `s.yml:3`, or nothing for a place without a line. */
void ys_excerpt_place(ys_buf *out, const ys_sources *sources, ys_place place);

/* The column of a line that an excerpt marks with a `^` below it. A marked line
 * is cut so that it fits the terminal (`columns` of ys_sources), mark
 * included. */
typedef enum ys_mark_at {
  YS_MARK_NOTHING,
  YS_MARK_PLACE, /* the place itself */
  YS_MARK_VALUE, /* the value after the key at the place */
  YS_MARK_ITEM   /* the value after the dash at the place, if there is one */
} ys_mark_at;

/* The most lines that ys_excerpt_portion() shows. */
#define YS_EXCERPT_PORTION 10

/* Appends the source line of `place` as `  3 | a: x`, indented by `indent`, and
 * the lines after it up to the line `last`. Of too many lines the first are
 * shown. Only a single line gets a mark. */
void ys_excerpt_portion(ys_buf *out, const ys_sources *sources, ys_place place,
                        uint32_t last, ys_mark_at mark, size_t indent);

/*
 * Appends a block with the lines of one or two places:
 *
 *     |
 *   3 | #@schema/default "x"
 *     | ...
 *   7 | port: 80
 *     |       ^
 *
 * The line of the first place gets the mark. With `with_name` the file's name
 * and a colon come first. Two places in different files make two blocks, in the
 * order of the arguments. Places without a line are left out.
 */
void ys_excerpt_block(ys_buf *out, const ys_sources *sources, ys_place first,
                      ys_place second, ys_mark_at mark, bool with_name);

/* The column that an excerpt marks in the line of a place. */
uint32_t ys_excerpt_column(const ys_sources *sources, ys_place place,
                           ys_mark_at mark);

/* Appends a block with the line of a place, in which the whole key or value is
 * underlined. `note`, which has one line, stands after the underline, or in its
 * place if nothing is marked. Returns false if it does not fit the terminal and
 * was left out. */
bool ys_excerpt_underlined(ys_buf *out, const ys_sources *sources,
                           ys_place place, ys_mark_at mark, ys_str note);

/* Appends a block with a node's line and the annotations directly above it.
 * `place` may also be one of these annotations; then the block goes down to the
 * node. */
void ys_excerpt_node(ys_buf *out, const ys_sources *sources, ys_place place,
                     bool with_name);
