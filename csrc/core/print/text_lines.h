#pragma once

/*
 * core/print/text_lines.h - Converts the offsets of a layout to positions in
 * the text of a client. For core/print/structure.c.
 */

#include "core/print/structure.h"

/* A position of the Language Server Protocol. */
typedef struct ys_position {
  uint32_t line, character;
} ys_position;

/* A text, and where its lines begin. */
typedef struct ys_line_starts {
  ys_str text;
  uint32_t *starts;
  uint32_t count;
} ys_line_starts;

typedef struct ys_text_lines {
  ys_line_starts read, own; /* the text with the layout, and the client's */
  uint32_t mark;            /* the size of the client's byte order mark */
  ys_unit unit;
  bool narrow;      /* each byte is a character */
  uint32_t line;    /* of the place that was noted last */
  uint32_t offset;  /* its offset in the client's text */
  uint32_t counted; /* the units before it in its line */
} ys_text_lines;

/* Finds the lines. The only failure is YS_NOMEM. */
ys_status ys_text_lines_init(ys_text_lines *lines, ys_arena *arena,
                             const ys_structure *structure);

/* The line of an offset, from 0. */
uint32_t ys_text_lines_find(const ys_text_lines *lines, uint32_t offset);

/* The position of an offset. With `note`, units are counted from there on in
 * later calls: their offsets must then not be smaller, or each call takes the
 * time of its line. */
ys_position ys_text_lines_at(ys_text_lines *lines, uint32_t offset, bool note);

/* The line of the last byte before `end` that is no blank and no line break; at
 * least that of `start`. */
uint32_t ys_text_lines_last(const ys_text_lines *lines, uint32_t start,
                            uint32_t end);

/* Whether a line of the client's text has nothing but a comment. */
bool ys_text_lines_comment(const ys_text_lines *lines, uint32_t line);
