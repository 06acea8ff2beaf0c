#pragma once

/*
 * core/annotation/header.h - Finds the annotation that makes a document a
 * schema, and the dialect that it selects (reference#headers,
 * reference#dialects).
 */

#include "core/annotation/annotation.h"

typedef enum ys_dialect {
  YS_DIALECT_CURRENT,  /* `[]` and null are errors (reference#dialects) */
  YS_DIALECT_PROPOSAL, /* `[]` is an array of anything, null is a value of any
                          type, and no string may be empty */
  YS_RULES_EARLY /* the same as the proposal, and no key may end up empty */
} ys_dialect;

typedef struct ys_reading {
  ys_dialect rules;
  bool required; /* the implied rules must hold */
} ys_reading;

/* Returns the header of a document, or NULL if it is not a schema. */
const ys_annot *ys_header_find(const ys_slot *document);

/* Returns what makes a document a part of a schema: its header, or the
 * annotation of a JSON Schema; or NULL. */
const ys_annot *ys_header_find_any(const ys_slot *document);

/* Records errors of a document's headers: invalid arguments, or several
 * headers. The only failure is YS_NOMEM. */
ys_status ys_header_check(ys_space *space, const ys_slot *document);

/* Returns how to read a document with correct headers; without one,
 * `inherited`. */
ys_reading ys_header_reading(const ys_slot *document, ys_reading inherited);

/*
 * Removes the next document from a list; `out` is NULL if there is none. A
 * document for a library (`#@library/ref "@name"`) does not concern these
 * values. It is skipped with a warning.
 */
ys_status ys_header_take(ys_space *space, ys_slots *documents, ys_slot **out);
