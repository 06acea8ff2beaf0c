#pragma once

/*
 * core/text/underline.h - Finds the columns that an excerpt underlines, or that
 * the region of a record has.
 *
 * The place of a node is that of its key or its dash. A violation of the value
 * is underlined where the value begins, if that is on the same line.
 */

#include "core/text/source.h"

/*
 * Gives the column of the value of a node that stands at `column` of the line:
 * after its key if it is `keyed`, else after its dash, or where it stands if it
 * has none. Gives `column` itself if no value is found on the line.
 */
uint32_t ys_underline_column(ys_str line, uint32_t column, bool keyed);

/* Gives the column after the key, scalar, collection or annotation that begins
 * at `column` of the line, or 0 if nothing does. What goes on in later lines
 * ends with the line. */
uint32_t ys_underline_end(ys_str line, uint32_t column);
