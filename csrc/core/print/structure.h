#pragma once

/* core/print/structure.h - Writes the symbols of a text, and the lines that can
 * be folded, as JSON of the Language Server Protocol. An answer about a large
 * text has millions of bytes, so that it is not made of Lua tables. */

#include "core/yaml/layout.h"

/* The unit of a client's positions. */
typedef enum ys_unit { YS_UNIT_UTF8, YS_UNIT_UTF16, YS_UNIT_UTF32 } ys_unit;

/* A text with its layout. */
typedef struct ys_structure {
  const ys_layouts *layouts;
  ys_str read; /* the text that has the layout */
  ys_str text; /* the client's text: its lines are longer or shorter at their
                  ends, and it may begin with a byte order mark */
  ys_unit unit;
} ys_structure;

/* Writes the symbols of all entries, and of items that are collections. With a
 * URI they are a list, otherwise a tree. The only failure is YS_NOMEM. */
ys_status ys_print_symbols(ys_buf *out, const ys_structure *structure,
                           const ys_str *uri);

/* Writes the ranges of lines that can be folded. The only failure is
 * YS_NOMEM. */
ys_status ys_print_folds(ys_buf *out, const ys_structure *structure);
