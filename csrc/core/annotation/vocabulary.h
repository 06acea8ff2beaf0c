#ifndef YS_ANNOTATION_VOCABULARY_H
#define YS_ANNOTATION_VOCABULARY_H

/*
 * core/annotation/vocabulary.h - the table of the annotations that we know:
 * their names, and where each may stand.
 *
 * A name is looked up here once, when its annotation is made. From then on
 * the annotation's ys_word says which one it is, and its name is only for
 * messages. What an annotation does is told by core/compile/schema_words.c and
 * core/overlay/operation.c.
 */

#include "core/base/str.h"

/* Spellings of one annotation have one word. The order makes groups, which the
 * functions below ask for. */
typedef enum ys_word {
  YS_WORD_FOREIGN, /* a name that is not ours: any other tool's */
  YS_WORD_LIBRARY_REF,
  YS_WORD_TEXT_TEMPLATES, /* the last of those that are not ours */

  YS_WORD_UNKNOWN, /* in one of our namespaces, but not in the table */

  YS_WORD_VALUES_SCHEMA, /* the headers of schema documents */
  YS_WORD_SCHEMA,
  YS_WORD_SCHEMA_MATCH,
  YS_WORD_DEFINITION,

  YS_WORD_VALUES, /* of documents of data values */

  YS_WORD_TYPE, /* of schemas */
  YS_WORD_NULLABLE,
  YS_WORD_DEFAULT,
  YS_WORD_KEY,
  YS_WORD_ANY_KEY,
  YS_WORD_MAY_BE_PRESENT,
  YS_WORD_ALLOW_EMPTY,
  YS_WORD_ANY_OF,
  YS_WORD_ALL_OF,
  YS_WORD_ONE_OF,
  YS_WORD_TITLE,
  YS_WORD_DESC,
  YS_WORD_EXAMPLE,
  YS_WORD_EXAMPLES,
  YS_WORD_DEPRECATED,
  YS_WORD_REMOVED,
  YS_WORD_VALIDATION,

  YS_WORD_OVERLAY_MATCH, /* of overlays */
  YS_WORD_OVERLAY_CHILD_DEFAULTS,
  YS_WORD_OVERLAY_MERGE,
  YS_WORD_OVERLAY_REMOVE,
  YS_WORD_OVERLAY_REPLACE,
  YS_WORD_OVERLAY_INSERT,
  YS_WORD_OVERLAY_APPEND,
  YS_WORD_OVERLAY_ASSERT,
  YS_WORD_OVERLAY_UNKNOWN /* in the namespace, but not in the table */
} ys_word;

/* Whether the name is in one of our namespaces, or one of ytt's that would
 * silently be without effect: being unknown is an error. */
static inline bool ys_word_is_ours(ys_word word) {
  return word >= YS_WORD_UNKNOWN;
}

/* Whether the name is in the table. */
static inline bool ys_word_is_known(ys_word word) {
  return word > YS_WORD_UNKNOWN && word != YS_WORD_OVERLAY_UNKNOWN;
}

/* Whether it makes a document a schema. */
static inline bool ys_word_is_header(ys_word word) {
  return word >= YS_WORD_VALUES_SCHEMA && word <= YS_WORD_DEFINITION;
}

/* Whether it says how a node is merged. */
static inline bool ys_word_is_overlay(ys_word word) {
  return word >= YS_WORD_OVERLAY_MATCH;
}

/* Where an annotation may stand. */
enum {
  YS_ON_DOCUMENT = 1,
  YS_ON_ENTRY = 2, /* a map entry */
  YS_ON_ITEM = 4   /* an array item */
};

/* In what kind of document. */
enum { YS_IN_SCHEMA = 1, YS_IN_VALUES = 2 };

typedef struct ys_vocab_row {
  ys_str name;
  ys_word word;
  unsigned places;    /* YS_ON_... */
  unsigned documents; /* YS_IN_... */
  bool shapes;        /* sets type, value or rules: an error below any */
} ys_vocab_row;

/* The word of a name, which is what stands between `#@` and the first blank. */
ys_word ys_vocab_word(ys_str name);

/* The row of a known word: of its first spelling. Only the names of spellings
 * differ. */
const ys_vocab_row *ys_vocab_row_of(ys_word word);

/* The nearest name of the table, or "". */
ys_str ys_vocab_nearest(ys_str name);

/* The comma-separated words for a set of places: "documents, map items". */
ys_str ys_vocab_places(unsigned places);

#endif
