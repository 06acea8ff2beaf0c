#pragma once

/*
 * core/yaml/comment.h - Finds the comments, for which libyaml makes no events.
 *
 * A `#` between two events begins a comment; a `#` inside an event is content.
 * This goes through the text from `#` to `#`, and the reader of the events says
 * which are comments. A text without `#` costs one memchr().
 */

#include "core/tree/mark.h"

/* A comment and its place as editors show it. */
typedef struct ys_comment {
  ys_str text; /* the text after the `#` on its line */
  uint32_t line, column;
} ys_comment;

typedef struct ys_comments {
  const ys_marks *marks;
  const char *next;  /* the next `#`; at the end of the text if there is none */
  size_t index;      /* of `next`, in characters; SIZE_MAX: none */
  const char *start; /* the start of the latest line, as editors count lines */
  uint32_t line;     /* the number of that line */
} ys_comments;

/* Starts at the beginning of a text, whose marks must outlive `comments`. */
void ys_comments_init(ys_comments *comments, const ys_marks *marks);

/* Takes the next `#`, which is a comment. */
void ys_comments_take(ys_comments *comments, ys_comment *out);

/* Skips every `#` before the character `index`, because these are content. */
void ys_comments_skip(ys_comments *comments, size_t index);

/*
 * Returns where the content of a scalar that spans `start`..`end` begins: after
 * its anchor and tag, and the comments after these, which are left to be taken.
 * The next `#` must be inside the scalar.
 */
size_t ys_comments_content(const ys_comments *comments, size_t start,
                           size_t end);

/* Whether the next `#`, inside a block scalar whose content begins at `start`,
 * begins a comment after the scalar's indicator: `key: | # comment`. */
bool ys_comments_in_header(const ys_comments *comments, size_t start);
