#ifndef YS_YAML_PARSE_H
#define YS_YAML_PARSE_H

/*
 * core/yaml/parse.h - source text to trees, with annotations attached.
 */

#include "core/annotation/annotation.h"
#include "core/tree/mark.h"
#include "core/yaml/code_notes.h"

/* A code comment (`#@ ...`), kept for whoever compiles code lines. */
typedef struct ys_code_line {
  struct ys_code_line *next;
  ys_str text;
  ys_place place;
} ys_code_line;

/* The documents of one source, in order: slots chained by `next`. */
typedef struct ys_documents {
  ys_slot *first, *last;
  uint32_t count;
  bool annotated; /* the text has an annotation or code somewhere */
  ys_code_line *code_first, *code_last;
  ys_code_notes *woven; /* NULL: none of this is noted */
} ys_documents;

/* Puts a document behind the others. */
static inline void ys_documents_add(ys_documents *documents,
                                    ys_slot *document) {
  *(documents->last == NULL ? &documents->first : &documents->last->next) =
      document;
  documents->last = document;
  documents->count++;
}

/*
 * Parses the space's source number `source`: as JSON, if that is what it is or
 * has to be, else as YAML. Documents without content (no value, no annotation)
 * are left out. Anchors, aliases and merge keys are resolved: an alias is a
 * copy without annotations.
 *
 * YS_INVALID: the space has at least one new INPUT record; `out` is untouched.
 */
ys_status ys_parse(ys_space *space, uint16_t source, ys_documents *out);

/*
 * The same, always as YAML, for some lines of a source, which live as long as
 * the space and have code lines around their nodes: computed values, what `<<`
 * brought and which documents have no `---` are noted in `woven`, whose lists
 * begin empty; the only code lines are then those on lines of their own; and a
 * key may stand twice in a map.
 */
ys_status ys_parse_extract(ys_space *space, const ys_extract *extract,
                           ys_code_notes *woven, ys_documents *out);

#endif
