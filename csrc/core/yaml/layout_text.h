#pragma once

/*
 * core/yaml/layout_text.h - The steps through a text with which
 * core/yaml/layout.c finds indicators and places between nodes.
 */

#include "core/tree/mark.h"

/* A text, and how far it has been read. */
typedef struct ys_layout_text {
  const char *text, *end;
  const char *at;     /* everything before it has been read */
  const char *placed; /* up to here lines and columns are counted */
  uint32_t line, column;
  uint16_t source;
} ys_layout_text;

/* Starts at the beginning of a text. */
void ys_layout_text_init(ys_layout_text *t, ys_str text, uint16_t source);

/* Moves past blanks, line breaks and comments. */
void ys_layout_skip(ys_layout_text *t);

/* Moves past the character `c` if it comes next after blanks and comments.
 * Otherwise moves nowhere. */
bool ys_layout_take(ys_layout_text *t, char c);

/* The offset of a byte. */
static inline uint32_t ys_layout_offset_of(const ys_layout_text *t,
                                           const char *at) {
  return (uint32_t)(at - t->text);
}

/* The offset of the next byte. */
static inline uint32_t ys_layout_offset(const ys_layout_text *t) {
  return ys_layout_offset_of(t, t->at);
}

/* Notes the place of a byte that a reader gave, so that it is not counted. */
static inline ys_place ys_layout_placed(ys_layout_text *t, const char *at,
                                        ys_place place) {
  t->placed = at;
  t->line = place.line;
  t->column = place.column;
  return place;
}

/* The place of a byte, which must not be before that of the last call. */
ys_place ys_layout_place(ys_layout_text *t, const char *at);

/* Moves past the anchor and the tag at `at`, and past blanks and comments after
 * them, but not beyond `end`. */
const char *ys_layout_after_properties(const ys_layout_text *t, const char *at,
                                       const char *end);

/* The end of a literal or folded scalar whose indicator is at `start`: without
 * the break of its last line, unless that line is empty, and without empty
 * lines that do not belong to its value. `end` is where its reader ended it. */
const char *ys_layout_block_end(const char *start, const char *end);
