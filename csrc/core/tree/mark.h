#pragma once

/*
 * core/tree/mark.h - Converts the marks of a YAML reader to bytes and to places
 * as editors show them.
 *
 * libyaml marks a place with an index, a line and a column, all counted from 0
 * and in characters. It has no event for the dash of an array item, so dashes
 * are found here. All this costs next to nothing for ASCII texts, which are
 * most.
 */

#include "core/tree/node.h"

/* A mark with the members of libyaml's yaml_mark_t. */
typedef struct ys_mark {
  size_t index, line, column;
} ys_mark;

/* A text to be parsed: a whole source, or some of its lines. */
typedef struct ys_extract {
  ys_str text;
  uint16_t source;
  uint32_t above; /* the number of the source's lines above it */
} ys_extract;

/* The extracts of sources that were parsed by themselves, such as the bodies of
 * functions, newest first. The list of a run continues with its schema's. */
typedef struct ys_extracts {
  const struct ys_extracts *next;
  ys_extract extract;
} ys_extracts;

/* Adds an extract to those of a space. The only failure is YS_NOMEM. */
ys_status ys_extracts_add(ys_space *space, const ys_extract *extract);

/* Refuses a text that is too large or UTF-16. On YS_INVALID there is a
 * record. */
ys_status ys_extract_check(ys_space *space, const ys_extract *extract);

typedef struct ys_marks {
  const char *text, *end;
  uint16_t source;
  uint32_t above;   /* the number of the source's lines above the text */
  bool ascii;       /* all characters are ASCII, so an index is a byte offset */
  bool returns;     /* the text has carriage returns */
  const char *line; /* start of the line that ys_marks_byte() reached last */
  size_t number;    /* the number of that line */
  const char *found;  /* the byte that ys_marks_find() returned last */
  size_t found_index; /* the index of that byte */
} ys_marks;

/* Prepares the marks of a text. The places they give are those of its
 * source. */
void ys_marks_init(ys_marks *marks, const ys_extract *extract);

/* The end of the line that contains `at`: its line break, or the end of the
 * text. */
const char *ys_marks_line_end(const ys_marks *marks, const char *at);

/* The place of a byte. It counts from the start of the text, so it is only for
 * errors. */
ys_place ys_marks_place_of_byte(const ys_marks *marks, size_t offset);

/* The place of a line and column that a reader gave. */
static inline ys_place ys_marks_place(const ys_marks *marks, size_t line,
                                      size_t column) {
  return (ys_place){(uint32_t)line + marks->above + 1, (uint32_t)column + 1,
                    marks->source};
}

/* The place of a mark that may be the end of the text. Without a final line
 * break libyaml puts the end on a line of its own; this function gives the end
 * of the last line instead. It is slow for that case. */
ys_place ys_marks_place_of_end(const ys_marks *marks, ys_mark mark);

/* The byte at a mark. Before the mark its line must be ASCII, as it is before a
 * dash, and the mark must not be before a mark of an earlier call. */
const char *ys_marks_byte(ys_marks *marks, ys_mark mark);

/* The byte at an index, which counts characters, or the end of the text. It is
 * fast when the indexes of successive calls are near each other, in any order.
 */
const char *ys_marks_find(ys_marks *marks, size_t index);

/* Finds the dash of an item whose value is at `value`, on a line below the
 * dash. On entry `line` is the line of the value; it is set to the line of the
 * dash. */
const char *ys_marks_dash_above(ys_marks *marks, const char *value,
                                size_t *line);

/* Finds the dash of a block array's item whose value is at `value`. All dashes
 * of an array stand in column `column`. Sets `line` to the line of the dash. */
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
