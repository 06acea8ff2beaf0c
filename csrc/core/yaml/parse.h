#pragma once

/*
 * core/yaml/parse.h - Parses source texts into trees with annotations.
 */

#include "core/annotation/annotation.h"
#include "core/tree/mark.h"
#include "core/yaml/code_notes.h"

/* A line of code (`#@ ...`), kept for the compiler of code lines. */
typedef struct ys_code_line {
  struct ys_code_line *next;
  ys_str text;
  ys_place place;
} ys_code_line;

/* The documents of one source in order: slots linked by `next`. */
typedef struct ys_documents {
  ys_slot *first, *last;
  uint32_t count;
  bool annotated; /* the text has an annotation or code */
  ys_code_line *code_first, *code_last;
  ys_code_notes *code_notes; /* NULL: nothing is noted */
} ys_documents;

/* Appends a document. */
static inline void ys_documents_add(ys_documents *documents,
                                    ys_slot *document) {
  YS_APPEND(documents->first, documents->last, document);
  documents->count++;
}

/*
 * Parses the source with the number `source`: as JSON if it is JSON or must be,
 * otherwise as YAML. Documents without a value and without annotations are left
 * out. Anchors, aliases and merge keys are resolved: an alias becomes a copy
 * without annotations.
 *
 * On YS_INVALID the space has at least one new INPUT record, and `out` is not
 * changed.
 */
ys_status ys_parse(ys_space *space, uint16_t source, ys_documents *out);

/*
 * Parses some lines of a source as YAML with code lines around the nodes. The
 * lines must live as long as the space.
 *
 * The lists of `instantiated` must be empty; they receive the computed values,
 * the entries that `<<` added, and the documents without `---`. `out` then has
 * only the code lines on lines of their own. The same key may stand twice in a
 * map.
 */
ys_status ys_parse_extract(ys_space *space, const ys_extract *extract,
                           ys_code_notes *code_notes, ys_documents *out);
