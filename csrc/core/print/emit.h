#pragma once

/*
 * core/print/emit.h - Writes trees as YAML (reference#output) and as JSON.
 */

#include "core/tree/node.h"

/* Writes the value of `document` as block-style YAML with a final line break.
 * Floats stay floats, strings that would be read as another type are quoted,
 * and lines are never folded. */
void ys_emit_yaml(const ys_slot *document, ys_buf *out);

/* The comments after the lines of a document. */
typedef struct ys_emit_notes {
  void *ud;
  /* Writes a comment about a slot whose value begins on this line. The comment
   * begins with blanks and has no line break. */
  void (*write)(void *ud, const ys_slot *slot, ys_buf *out);
} ys_emit_notes;

/* Works as ys_emit_yaml() does. Each line that begins a value ends with its
 * note; where a collection begins on the line of its first entry, that one has
 * it. */
void ys_emit_noted(const ys_slot *document, ys_buf *out,
                   const ys_emit_notes *notes);

/* Writes the value on one line, in flow style, without a line break. */
void ys_emit_flow(const ys_slot *value, ys_buf *out);

/* Writes the value as one line of valid JSON in document order, with a line
 * break. A key that is not a string is written as its text. On YS_INVALID
 * `problem` says what JSON cannot represent: an infinity, a nan, bytes that are
 * not UTF-8, or two keys of a map with the same text. */
ys_status ys_emit_json(const ys_slot *document, ys_buf *out,
                       const char **problem);

/* Does the same for records of this program, such as those of a report, which
 * may name files: bytes that are not UTF-8 are replaced by U+FFFD. */
ys_status ys_emit_json_replaced(const ys_slot *document, ys_buf *out,
                                const char **problem);

/* Writes the value as JSON for people, with each entry on a line of its own,
 * indented by two. */
ys_status ys_emit_json_lines(const ys_slot *document, ys_buf *out,
                             const char **problem);

/* Appends the problem that one of these had with a value, and where: `a.b: JSON
 * has no .nan`. */
void ys_emit_json_problem(const ys_slot *document, ys_buf *out);

/* Appends `s` as a quoted JSON string. Bytes that are not UTF-8 are replaced by
 * U+FFFD; control characters and invisible ones (core/text/escape.h)
 * are escaped. */
void ys_emit_json_string(ys_buf *out, ys_str s);
