#ifndef YS_ANNOTATION_HEADER_H
#define YS_ANNOTATION_HEADER_H

/*
 * core/annotation/header.h - the annotations that make a document a schema, and
 * the reading that each of them asks for (reference#headers,
 * reference#dialects).
 */

#include "core/annotation/annotation.h"

typedef enum ys_dialect {
  YS_DIALECT_CURRENT,  /* `[]` and null are errors (reference#dialects) */
  YS_DIALECT_PROPOSAL, /* an empty array is one of anything, a null is
                        anything; no string is empty */
  YS_RULES_EARLY       /* the same; and no key ends empty */
} ys_dialect;

typedef struct ys_reading {
  ys_dialect rules;
  bool required; /* what these rules imply has to hold */
} ys_reading;

/* The header of a document, or NULL: it is no schema. */
const ys_annot *ys_header_find(const ys_slot *document);

/* Records what is wrong with the headers of a document: their arguments, or
 * that there are several. The status only tells of memory. */
ys_status ys_header_check(ys_space *space, const ys_slot *document);

/* How a document with good headers is read; with none, as `inherited`. */
ys_reading ys_header_reading(const ys_slot *document, ys_reading inherited);

/*
 * Takes the next document off a list; NULL: there is none. One for a library
 * (`#@library/ref "@name"`) says nothing of these values: it is passed over,
 * which is recorded as a warning.
 */
ys_status ys_header_take(ys_space *space, ys_slots *documents, ys_slot **out);

#endif
