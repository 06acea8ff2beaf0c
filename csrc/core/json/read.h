#pragma once

/*
 * core/json/read.h - Reads JSON texts (RFC 8259) into trees.
 *
 * It accepts nothing else: no comments, no second value, no other spellings of
 * numbers. The result is the same as that of ys_parse() for the same text, as
 * far as the text is also valid YAML.
 */

#include "core/tree/mark.h"

/* Whether a text begins like a JSON map or array. */
bool ys_jsonread_likely(ys_str text);

/*
 * Reads a text, which must live as long as the space, because strings without
 * escapes point into it. `document` gets the value, and everything below it
 * gets its place; the document's own place does not change.
 *
 * A text that is not JSON gets a record and YS_INVALID if `only` is set.
 * Otherwise it gets no record, and `*is_json` is set to false, so that the
 * caller can read it as YAML. Repeated keys, numbers out of range and too many
 * levels are errors of a JSON text; YS_INVALID then always comes with a record.
 */
ys_status ys_jsonread(ys_space *space, const ys_extract *extract, bool only,
                      ys_slot *document, bool *is_json);
