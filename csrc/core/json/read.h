#ifndef YS_JSON_READ_H
#define YS_JSON_READ_H

/*
 * core/json/read.h - JSON texts (RFC 8259) to trees. Nothing else is read: no
 * comment, no second value, no number that is spelled in another way. What is
 * read is what ys_parse() makes of the same text, where YAML has it.
 */

#include "core/tree/mark.h"

/* Whether a text begins as a map or an array in JSON does. */
bool ys_jsonread_likely(ys_str text);

/*
 * Reads a text, which lives as long as the space; strings without escapes point
 * into it. `document` gets its value, and everything below gets its place; the
 * document's own place is left alone.
 *
 * YS_INVALID: with `only`, there is at least one record. Without it, a text
 * that is no JSON has no record: `*is_json` is false, and may be YAML. A key
 * that stands twice, a number out of range and too many levels are faults of
 * what is JSON.
 */
ys_status ys_jsonread(ys_space *space, const ys_extract *extract, bool only,
                      ys_slot *document, bool *is_json);

#endif
