#ifndef YS_YAML_COMMENT_H
#define YS_YAML_COMMENT_H

/*
 * core/yaml/comment.h - the comments that libyaml drops.
 *
 * A `#` between two events is a comment; one inside an event is content. So
 * this steps from `#` to `#` through the text, and whoever reads the events
 * says which those are. A text without `#` costs one memchr().
 */

#include "core/tree/mark.h"

/* A comment, where an editor shows it. */
typedef struct ys_comment {
  ys_str text; /* what follows the `#` on its line */
  uint32_t line, column;
} ys_comment;

typedef struct ys_comments {
  const ys_marks *marks;
  const char *next;  /* the next `#`; the text's end when there is none */
  size_t index;      /* of it, as marks count; SIZE_MAX when there is none */
  const char *start; /* of the line, an editor's, that was reached last, ... */
  uint32_t line;     /* ... and its number */
} ys_comments;

/* Begins at the start of a text, whose marks outlive it. */
void ys_comments_init(ys_comments *comments, const ys_marks *marks);

/* The next `#` is a comment: takes it. */
void ys_comments_take(ys_comments *comments, ys_comment *out);

/* Every `#` before the character `index` is content. */
void ys_comments_skip(ys_comments *comments, size_t index);

/*
 * Where the content of a scalar that spans `start`..`end` begins: after its
 * anchor and tag, and after comments behind these, which are left to be taken.
 * The next `#` has to be in that span.
 */
size_t ys_comments_content(const ys_comments *comments, size_t start,
                           size_t end);

/* Whether the next `#`, which is in a block scalar whose content begins at
 * `start`, is a comment behind its indicator: `key: | # so`. */
bool ys_comments_in_header(const ys_comments *comments, size_t start);

#endif
