#include "core/yaml/comment.h"

/* Finds the next `#` from `at` on; `index` is the index of the character at
 * `at`. */
static void find(ys_comments *comments, const char *at, size_t index) {
  const ys_marks *marks = comments->marks;
  const char *next = memchr(at, '#', (size_t)(marks->end - at));
  if (next == NULL) {
    comments->next = marks->end;
    comments->index = SIZE_MAX;
    return;
  }
  const size_t step = (size_t)(next - at);
  comments->next = next;
  comments->index =
      index + (marks->ascii ? step : ys_utf8_count((ys_str){at, step}));
}

void ys_comments_init(ys_comments *comments, const ys_marks *marks) {
  comments->marks = marks;
  comments->start = marks->text;
  comments->line = marks->above + 1;
  find(comments, marks->text, 0);
}

/* ---- taking -------------------------------------------------------------- */

/* Returns the end of the first line break in `at`..`end`, as editors know line
 * breaks, or NULL if there is none. A line feed at `end` belongs to a carriage
 * return before it. */
static const char *next_line(const ys_marks *marks, const char *at,
                             const char *end) {
  if (!marks->returns) {
    const char *feed = memchr(at, '\n', (size_t)(end - at));
    return feed != NULL ? feed + 1 : NULL;
  }
  for (; at < end; at++) {
    if (*at == '\n') return at + 1;
    if (*at == '\r')
      return at + 1 < marks->end && at[1] == '\n' ? at + 2 : at + 1;
  }
  return NULL;
}

void ys_comments_take(ys_comments *comments, ys_comment *out) {
  const ys_marks *marks = comments->marks;
  const char *at = comments->next, *start;
  while ((start = next_line(marks, comments->start, at)) != NULL) {
    comments->start = start;
    comments->line++;
  }
  const char *end = ys_marks_line_end(marks, at);
  const ys_str before = {comments->start, (size_t)(at - comments->start)};
  const size_t size = (size_t)(end - at);
  out->text = (ys_str){at + 1, size - 1};
  out->line = comments->line;
  out->column =
      (uint32_t)(marks->ascii ? before.len : ys_utf8_count(before)) + 1;
  find(comments, end,
       comments->index +
           (marks->ascii ? size : ys_utf8_count((ys_str){at, size})));
}

/* ---- content ------------------------------------------------------------- */

void ys_comments_skip(ys_comments *comments, size_t index) {
  while (comments->index < index)
    find(comments, comments->next + 1, comments->index + 1);
}

/* Returns the byte that is `count` characters before the next `#`. */
static const char *back(const ys_comments *comments, size_t count) {
  const char *at = comments->next;
  if (comments->marks->ascii) return at - count;
  for (; count > 0; count--) {
    at--;
    while (((unsigned char)*at & 0xC0) == 0x80)
      at--;
  }
  return at;
}

size_t ys_comments_content(const ys_comments *comments, size_t start,
                           size_t end) {
  const ys_marks *marks = comments->marks;
  const char *at = back(comments, comments->index - start);
  size_t index = start;
  while (index < end) {
    const char *from = at;
    if (*at == '#') {
      at = ys_marks_line_end(marks, at);
    } else if (*at == '&') {
      at++; /* what ends the name can begin the content: `&a:b` */
      while (at < marks->end && ys_is_name(*at))
        at++;
    } else if (*at == '!') {
      while (at < marks->end && !ys_is_space(*at) && (unsigned char)*at < 0x80)
        at++;
    } else if (ys_is_space(*at)) {
      at++;
    } else {
      return index;
    }
    index += ys_utf8_count((ys_str){from, (size_t)(at - from)});
  }
  return end;
}

bool ys_comments_in_header(const ys_comments *comments, size_t start) {
  const ys_marks *marks = comments->marks;
  const char *at = back(comments, comments->index - start);
  return ys_marks_line_end(marks, at) >= comments->next;
}
