#pragma once

/* core/run/input.h - Checks the annotations of data values documents, and makes
 * documents of the values of flags (reference#files, reference#sources,
 * reference#flags). */

#include "core/type/type.h"
#include "core/yaml/parse.h"

typedef struct ys_input_rules {
  bool plain;      /* no annotations are allowed (--data-values-file) */
  bool allow_code; /* annotations may contain code, not only literals and
                      matchers */
} ys_input_rules;

/* Checks the annotations of data values documents and records every error. */
ys_status ys_input_check(ys_space *space, const ys_documents *documents,
                         ys_input_rules rules);

/* Whether a document is marked `#@data/values`, so that its array items are
 * appended. */
bool ys_input_appends(const ys_slot *document);

/* Whether a slot or a slot below it has overlay annotations. */
bool ys_input_has_overlays(const ys_slot *slot);

/*
 * Makes a document of nested maps along `keys` (at least one). The innermost
 * value is `text`, as a string or, if `as_yaml` is set, as the first document
 * of a YAML text. All places are line 1 of `source`, whose text is that of the
 * flag. The value replaces an existing one, even a map (reference#flags); where
 * the value is a map, the document has overlay annotations for that.
 */
ys_status ys_input_value(ys_space *space, uint16_t source, const ys_str *keys,
                         size_t count, ys_str text, bool as_yaml,
                         ys_slot **out);

/* A flag that gives a value, `a.b=text`. */
typedef struct ys_flag {
  const ys_str *keys;
  size_t count;
  ys_str text;
} ys_flag;

/* Notes what is sensitive in the document that ys_input_value() has made; where
 * the text of the flag is shown, all of the value, and the keys below a
 * sensitive one. If a key is empty, the value counts as sensitive where the
 * schema has anything sensitive. The only failure is YS_NOMEM. */
ys_status ys_input_note_flag(ys_space *space, const ys_field *root,
                             const ys_slot *document, uint16_t source,
                             const ys_flag *flag);
