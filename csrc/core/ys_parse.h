#ifndef YS_PARSE_H
#define YS_PARSE_H

/*
 * ys_parse.h - source text to trees, with annotations attached. With
 * ys_stream.h, the only user of <yaml.h>.
 */

#include "ys_annot.h"

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
} ys_documents;

/*
 * Parses the space's source number `source`. Documents without content (no
 * value, no annotation) are left out. Anchors, aliases and merge keys are
 * resolved: an alias is a copy without annotations.
 *
 * YS_INVALID: the space has at least one new INPUT record; `out` is untouched.
 */
ys_status ys_parse(ys_space *space, uint16_t source, ys_documents *out);

#endif
