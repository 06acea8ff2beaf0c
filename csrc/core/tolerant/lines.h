#pragma once

/*
 * core/tolerant/lines.h - A text as lines that can be repaired.
 */

#include "core/base/str.h"

/* A line of the text. */
typedef struct ys_tolerant_line {
  char *text;     /* its bytes, which repairs change */
  size_t size;    /* without its line break */
  size_t whole;   /* with it */
  ys_str tail;    /* what was added at its end */
  uint32_t tries; /* how often it was repaired */
} ys_tolerant_line;

typedef struct ys_tolerant {
  ys_arena *arena;
  ys_tolerant_line *lines;
  uint32_t count;
} ys_tolerant;

/* Splits a copy of a text. The only failure is YS_NOMEM. */
ys_status ys_tolerant_split(ys_tolerant *text, ys_arena *arena, ys_str whole);

/* Joins the lines with what was added to them. The buffer is emptied first. */
void ys_tolerant_join(const ys_tolerant *text, ys_buf *out);

/* The first byte of a line that is no blank, tab or part of a dash; with
 * `dashes`, dashes count, too. The size of the line if there is none. */
size_t ys_tolerant_content(const ys_tolerant_line *line, bool dashes);

/* Replaces the bytes of a line from `from` on by blanks, and drops what was
 * added. Returns whether this changes anything. */
bool ys_tolerant_blank(ys_tolerant_line *line, size_t from);

/* Does this with the lines from `first` to before `end`. */
bool ys_tolerant_blank_lines(ys_tolerant *text, uint32_t first, uint32_t end);

/* The first line after `line` that is not indented deeper, counted from the
 * first byte that is no blank; empty lines count as deeper. */
uint32_t ys_tolerant_below(const ys_tolerant *text, uint32_t line);

/* The collections and quotes that are open at the end of lines. */
typedef struct ys_tolerant_open {
  char brackets[64]; /* those that would close them, the innermost last */
  uint32_t depth;    /* how many are open */
  char quote;        /* the quote that is open, or 0 */
  size_t comment; /* where the comment of the last line begins, or its size */
} ys_tolerant_open;

/* Finds what is open at the end of line `last`, from the content of line
 * `first` on. */
void ys_tolerant_find_open(const ys_tolerant *text, uint32_t first,
                           uint32_t last, ys_tolerant_open *open);

/* Adds a text to the end of a line, in place of its comment. */
ys_status ys_tolerant_add(const ys_tolerant *text, ys_tolerant_line *line,
                          size_t comment, ys_str added);
