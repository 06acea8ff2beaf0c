#pragma once

/* core/scalar/quote.h - Writes strings as YAML scalars (reference#output). */

#include "core/scalar/scalar.h"

typedef enum ys_style {
  YS_STYLE_PLAIN,
  YS_STYLE_SINGLE,  /* plain would not be valid syntax */
  YS_STYLE_DOUBLE,  /* plain would be read as another type, or the text needs
                       escapes */
  YS_STYLE_LITERAL, /* the text has line feeds; only in block context */
  YS_STYLE_BINARY   /* the text is not UTF-8 */
} ys_style;

/* The simplest style in which the text is read back as the same string. */
ys_style ys_quote_style(ys_str text);

/* Writes a text on one line. With YS_STYLE_LITERAL it is double-quoted. */
void ys_quote(ys_buf *out, ys_str text, ys_style style);

/* Writes the header of a literal block, without a line break. It states the
 * indentation if the text begins with white space, and how many line breaks the
 * text has at its end. */
void ys_quote_literal_header(ys_buf *out, ys_str text);

/* Writes the lines of the block, with the last line break. They are indented by
 * `indent`, which is two more than the indentation of the collection around the
 * block. */
void ys_quote_literal_lines(ys_buf *out, ys_str text, size_t indent);
