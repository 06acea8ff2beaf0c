#ifndef YS_TREE_MARK_H
#define YS_TREE_MARK_H

/*
 * core/tree/mark.h - from a reader's marks to bytes and to what an editor
 * shows.
 *
 * libyaml marks a place with an index, a line and a column, all from 0 and in
 * characters; and it has no event for the dash of an array item. All this costs
 * next to nothing for texts that are ASCII, which most are.
 */

#include "core/tree/node.h"

/* As libyaml's yaml_mark_t. */
typedef struct ys_mark {
  size_t index, line, column;
} ys_mark;

/* A text to be read: the whole of a source, or some of its lines. */
typedef struct ys_extract {
  ys_str text;
  uint16_t source;
  uint32_t above; /* lines of the source above it */
} ys_extract;

/* Whether a text is not too large, and not UTF-16, which is all that can be
 * told of it as a whole. YS_INVALID: it is not so, and there is a record. */
ys_status ys_extract_check(ys_space *space, const ys_extract *extract);

typedef struct ys_marks {
  const char *text, *end;
  uint16_t source;
  uint32_t above;     /* lines of the source above the text */
  bool ascii;         /* an index is a byte offset */
  bool returns;       /* has carriage returns */
  const char *line;   /* start of the line found last, ... */
  size_t number;      /* ... and its number */
  const char *found;  /* by ys_marks_find() last, ... */
  size_t found_index; /* ... and its index */
} ys_marks;

/* Looks the text over. Places are the source's. */
void ys_marks_init(ys_marks *marks, const ys_extract *extract);

/* Where the line that `at` is in ends: at its line break, or at the text's
 * end. */
const char *ys_marks_line_end(const ys_marks *marks, const char *at);

/* The place of a byte, counted from the start. For errors: it is slow. */
ys_place ys_marks_place_of_byte(const ys_marks *marks, size_t offset);

/* The place of a line and column of the reader. */
static inline ys_place ys_marks_place(const ys_marks *marks, size_t line,
                                      size_t column) {
  return (ys_place){(uint32_t)line + marks->above + 1, (uint32_t)column + 1,
                    marks->source};
}

/* The place of a mark that may be the text's end, which libyaml puts on a line
 * of its own when there is no line break before it. It is slow, too. */
ys_place ys_marks_place_of_end(const ys_marks *marks, ys_mark mark);

/* The byte at a mark that has only ASCII before it on its line, as what
 * follows a dash has, and that stands at or after all marks asked for
 * before. */
const char *ys_marks_byte(ys_marks *marks, ys_mark mark);

/* The byte at an index, in characters. What is asked for mostly follows what
 * was asked for before. */
const char *ys_marks_find(ys_marks *marks, size_t index);

/* The dash, in column `column`, of the item whose value is at `value`, which
 * was found not to be on the value's line. Gives the line of the dash. */
const char *ys_marks_dash_above(ys_marks *marks, const char *value,
                                size_t *line);

/* The dash of the block array's item whose value is at `value`; all dashes of
 * an array stand in one column. Sets the line of the dash. */
static inline const char *ys_marks_dash(ys_marks *marks, ys_mark value,
                                        size_t column, size_t *line) {
  const char *at =
      marks->ascii ? marks->text + value.index : ys_marks_byte(marks, value);
  *line = value.line;
  if (value.column > column) {
    const char *dash = at - (value.column - column);
    if (*dash == '-') return dash;
  }
  return ys_marks_dash_above(marks, at, line);
}

#endif
