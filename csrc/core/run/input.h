#ifndef YS_RUN_INPUT_H
#define YS_RUN_INPUT_H

/*
 * core/run/input.h - what is not plain YAML about data values: their
 * annotations, and values that come from flags (reference#files,
 * reference#sources, reference#flags).
 */

#include "core/yaml/parse.h"

typedef struct ys_input_rules {
  bool plain;      /* no annotations at all (--data-values-file) */
  bool allow_code; /* annotations may hold more than literals and matchers */
} ys_input_rules;

/* Whether the annotations of data values documents are in order; every fault
 * is recorded. */
ys_status ys_input_check(ys_space *space, const ys_documents *documents,
                         ys_input_rules rules);

/* Whether a document is marked `#@data/values`: its array items are appended.
 */
bool ys_input_appends(const ys_slot *document);

/* Whether overlay annotations stand on or below a slot. */
bool ys_input_has_overlays(const ys_slot *slot);

/*
 * Makes a document of nested maps along `keys` (at least one), with `text` at
 * the end, as a string or (`as_yaml`) as the first document of a YAML text.
 * All places are line 1 of `source`, whose text is what the flag said. The
 * value replaces what is there, also a map (reference#flags): the document has
 * overlay annotations that say so where it is one.
 */
ys_status ys_input_value(ys_space *space, uint16_t source, const ys_str *keys,
                         size_t count, ys_str text, bool as_yaml,
                         ys_slot **out);

#endif
