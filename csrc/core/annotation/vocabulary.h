#ifndef YS_ANNOTATION_VOCABULARY_H
#define YS_ANNOTATION_VOCABULARY_H

/*
 * core/annotation/vocabulary.h - the table of all known annotations: their
 * names and where each may stand.
 *
 * A name is looked up once, when its annotation is made. From then on ys_word
 * identifies the annotation, and the name is only for messages.
 * core/compile/schema_words.c and core/overlay/operation.c define what
 * annotations do.
 */

#include "core/base/str.h"

/* The identity of an annotation, whatever its spelling. The order forms groups
 * that the functions below test. */
typedef enum ys_word {
  YS_WORD_FOREIGN, /* a name of another tool */
  YS_WORD_LIBRARY_REF,
  YS_WORD_TEXT_TEMPLATES, /* the last of the names of other tools */

  YS_WORD_UNKNOWN, /* in a namespace of yschema, but not in the table */

  YS_WORD_VALUES_SCHEMA, /* the headers of schema documents */
  YS_WORD_SCHEMA,
  YS_WORD_SCHEMA_MATCH,
  YS_WORD_DEFINITION,

  YS_WORD_VALUES, /* header of documents with data values */

  YS_WORD_TYPE, /* annotations of schemas */
  YS_WORD_NULLABLE,
  YS_WORD_DEFAULT,
  YS_WORD_KEY,
  YS_WORD_ANY_KEY,
  YS_WORD_MAY_BE_PRESENT,
  YS_WORD_KEYS_MAY_BE_PRESENT,
  YS_WORD_REQUIRED,
  YS_WORD_RENAMED,
  YS_WORD_ALLOW_EMPTY,
  YS_WORD_ANY_OF,
  YS_WORD_ALL_OF,
  YS_WORD_ONE_OF,
  YS_WORD_LIKE,
  YS_WORD_SENSITIVE,
  YS_WORD_TITLE,
  YS_WORD_DESC,
  YS_WORD_EXAMPLE,
  YS_WORD_EXAMPLES,
  YS_WORD_DEPRECATED,
  YS_WORD_REMOVED,
  YS_WORD_VALIDATION,

  YS_WORD_OVERLAY_MATCH, /* annotations of overlays */
  YS_WORD_OVERLAY_CHILD_DEFAULTS,
  YS_WORD_OVERLAY_MERGE,
  YS_WORD_OVERLAY_REMOVE,
  YS_WORD_OVERLAY_REPLACE,
  YS_WORD_OVERLAY_INSERT,
  YS_WORD_OVERLAY_APPEND,
  YS_WORD_OVERLAY_ASSERT,
  YS_WORD_OVERLAY_UNKNOWN /* in the overlay namespace, but not in the table */
} ys_word;

/* Whether an unknown name is an error: it is in a namespace of yschema, or ytt
 * defines it and it would silently have no effect here. */
static inline bool ys_word_is_ours(ys_word word) {
  return word >= YS_WORD_UNKNOWN;
}

/* Whether an annotation with the name has no effect, whatever its place. */
static inline bool ys_word_is_foreign(ys_word word) {
  return word == YS_WORD_FOREIGN;
}

/* Whether the name is in the table. */
static inline bool ys_word_is_known(ys_word word) {
  return word > YS_WORD_UNKNOWN && word != YS_WORD_OVERLAY_UNKNOWN;
}

/* Whether the annotation makes a document a schema. */
static inline bool ys_word_is_header(ys_word word) {
  return word >= YS_WORD_VALUES_SCHEMA && word <= YS_WORD_DEFINITION;
}

/* Whether the annotation says how to merge a node. */
static inline bool ys_word_is_overlay(ys_word word) {
  return word >= YS_WORD_OVERLAY_MATCH;
}

/* The places where an annotation may stand. */
enum {
  YS_ON_DOCUMENT = 1,
  YS_ON_ENTRY = 2, /* a map entry */
  YS_ON_ITEM = 4   /* an array item */
};

/* The kinds of documents in which an annotation may stand. */
enum { YS_IN_SCHEMA = 1, YS_IN_VALUES = 2 };

typedef struct ys_vocab_row {
  ys_str name;
  ys_word word;
  unsigned places;    /* YS_ON_... */
  unsigned documents; /* YS_IN_... */
  bool shapes; /* sets type, value or rules, so it is an error below `any` */
} ys_vocab_row;

/* Returns the word of a name, which ends before the first blank after `#@`. */
ys_word ys_vocab_word(ys_str name);

/* Returns the row of a known word. If it has several spellings, only their
 * names differ; the row is that of the first. */
const ys_vocab_row *ys_vocab_row_of(ys_word word);

/* Returns the nearest name of the table, or what stands here for a word of
 * other tools, perhaps with an argument: `schema/validation min=`; or "". */
ys_str ys_vocab_nearest(ys_str name);

/* Returns a set of places as words: "documents, map items". */
ys_str ys_vocab_places(unsigned places);

#endif
