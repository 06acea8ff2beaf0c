#ifndef YS_SCALAR_QUOTE_H
#define YS_SCALAR_QUOTE_H

/* core/scalar/quote.h - how a string is written in YAML (reference#output). */

#include "core/scalar/scalar.h"

typedef enum ys_style {
  YS_STYLE_PLAIN,
  YS_STYLE_SINGLE,  /* plain would break the syntax */
  YS_STYLE_DOUBLE,  /* plain would be something else, or escapes are needed */
  YS_STYLE_LITERAL, /* holds line feeds; only in block context */
  YS_STYLE_BINARY   /* is not UTF-8 */
} ys_style;

/* The plainest style in which the text is read as the same string. */
ys_style ys_quote_style(ys_str text);

/* Writes a text on one line; a literal one is double-quoted. */
void ys_quote(ys_buf *out, ys_str text, ys_style style);

/* Writes a literal block, its header first, to the last line break. Its lines
 * are indented by `indent`, two more than the collection it stands in. */
void ys_quote_literal(ys_buf *out, ys_str text, size_t indent);

#endif
