#ifndef YS_PRINT_EMIT_H
#define YS_PRINT_EMIT_H

/*
 * core/print/emit.h - trees to YAML (reference#output) and JSON.
 */

#include "core/tree/node.h"

/* The value of `document` as block-style YAML, ending with a line break. A
 * float stays a float; strings that would read back as something else are
 * quoted; lines are never folded. */
void ys_emit_yaml(const ys_slot *document, ys_buf *out);

/* The value as one line of valid JSON in document order, ending with a line
 * break. A map key that is no string is written as its text. YS_INVALID:
 * `problem` names what JSON cannot say: infinities, nan, two keys of a map that
 * have the same text. */
ys_status ys_emit_json(const ys_slot *document, ys_buf *out,
                       const char **problem);

/* The same for people: one entry a line, indented by two. */
ys_status ys_emit_json_lines(const ys_slot *document, ys_buf *out,
                             const char **problem);

/* Appends `s` as a JSON string, quotes included. Bytes that are no UTF-8 are
 * replaced by U+FFFD; control characters, U+2028 and U+2029 are escaped. */
void ys_emit_json_string(ys_buf *out, ys_str s);

#endif
