#pragma once

/*
 * core/annotation/vocabulary.h - The table of all known annotations: their
 * names and where each may stand.
 *
 * A name is looked up once, when its annotation is made. From then on ys_word
 * identifies the annotation, and the name is only for messages.
 * core/compile/schema_words.c and core/overlay/operation.c define what
 * annotations do.
 */

#include "core/base/str.h"

/* The places where an annotation may stand. */
enum {
  YS_ON_DOCUMENT = 1,
  YS_ON_ENTRY = 2, /* a map entry */
  YS_ON_ITEM = 4,  /* an array item */
  YS_ON_NODE = YS_ON_ENTRY | YS_ON_ITEM,
  YS_ANYWHERE = YS_ON_DOCUMENT | YS_ON_NODE
};

/* The kinds of documents in which an annotation may stand. */
enum {
  YS_IN_SCHEMA = 1,
  YS_IN_VALUES = 2,
  YS_IN_BOTH = YS_IN_SCHEMA | YS_IN_VALUES
};

/* One row for each annotation: its word, its name, its places and documents,
 * and whether it sets type, value or rules, so that it is an error below a
 * value that accepts any type. ALIAS rows are further names of the word above
 * them. The order forms groups that the functions below test. */
#define YS_VOCABULARY(X, ALIAS)                                                \
  /* the headers of schema documents */                                        \
  X(VALUES_SCHEMA, "data/values-schema", YS_ON_DOCUMENT, YS_IN_SCHEMA, false)  \
  X(SCHEMA, "schema", YS_ON_DOCUMENT, YS_IN_SCHEMA, false)                     \
  X(SCHEMA_MATCH, "schema/match", YS_ON_DOCUMENT, YS_IN_SCHEMA, false)         \
  X(DEFINITION, "schema/definition", YS_ON_DOCUMENT, YS_IN_SCHEMA, false)      \
  /* the annotation of documents that are a JSON Schema */                     \
  X(JSON_SCHEMA, "schema/json-schema", YS_ON_DOCUMENT, YS_IN_SCHEMA, false)    \
  /* the header of documents with data values */                               \
  X(VALUES, "data/values", YS_ON_DOCUMENT, YS_IN_VALUES, false)                \
  /* annotations of schemas */                                                 \
  X(TYPE, "schema/type", YS_ANYWHERE, YS_IN_SCHEMA, true)                      \
  X(NULLABLE, "schema/nullable", YS_ANYWHERE, YS_IN_SCHEMA, true)              \
  X(DEFAULT, "schema/default", YS_ON_DOCUMENT | YS_ON_ENTRY, YS_IN_SCHEMA,     \
    true)                                                                      \
  X(KEY, "schema/key", YS_ON_ENTRY, YS_IN_SCHEMA, true)                        \
  X(ANY_KEY, "schema/any-key", YS_ON_ENTRY, YS_IN_SCHEMA, true)                \
  X(MAY_BE_PRESENT, "schema/key-may-be-present", YS_ON_ENTRY, YS_IN_SCHEMA,    \
    true)                                                                      \
  X(KEYS_MAY_BE_PRESENT, "schema/keys-may-be-present", YS_ANYWHERE,            \
    YS_IN_SCHEMA, true)                                                        \
  X(NULL_IS_MISSING, "schema/null-is-missing", YS_ANYWHERE, YS_IN_SCHEMA,      \
    true)                                                                      \
  X(VARIABLES, "schema/variables", YS_ON_DOCUMENT, YS_IN_SCHEMA, true)         \
  X(ENDS_WITH, "schema/ends-with", YS_ON_DOCUMENT, YS_IN_SCHEMA, true)         \
  X(REQUIRED, "schema/required", YS_ON_ENTRY, YS_IN_SCHEMA, true)              \
  X(RENAMED, "schema/renamed", YS_ON_ENTRY, YS_IN_SCHEMA, true)                \
  X(ALLOW_EMPTY, "schema/allow-empty", YS_ANYWHERE, YS_IN_SCHEMA, true)        \
  X(ANY_OF, "schema/any-of", YS_ANYWHERE, YS_IN_SCHEMA, true)                  \
  X(ALL_OF, "schema/all-of", YS_ANYWHERE, YS_IN_SCHEMA, true)                  \
  X(ONE_OF, "schema/one-of", YS_ANYWHERE, YS_IN_SCHEMA, true)                  \
  X(LIKE, "schema/like", YS_ANYWHERE, YS_IN_SCHEMA, true)                      \
  X(SENSITIVE, "schema/sensitive", YS_ANYWHERE, YS_IN_SCHEMA, true)            \
  X(IDENTITY, "schema/identity", YS_ANYWHERE, YS_IN_SCHEMA, true)              \
  X(REFERS, "schema/refers", YS_ANYWHERE, YS_IN_SCHEMA, true)                  \
  /* … that document a node, first those that give one text (ys_docs) */     \
  X(TITLE, "schema/title", YS_ANYWHERE, YS_IN_SCHEMA, false)                   \
  X(DESC, "schema/desc", YS_ANYWHERE, YS_IN_SCHEMA, false)                     \
  ALIAS(DESC, "schema/doc", YS_ANYWHERE, YS_IN_SCHEMA, false)                  \
  X(SEE, "schema/see", YS_ANYWHERE, YS_IN_SCHEMA, false)                       \
  X(EXAMPLE, "schema/example", YS_ANYWHERE, YS_IN_SCHEMA, false)               \
  X(EXAMPLES, "schema/examples", YS_ANYWHERE, YS_IN_SCHEMA, false)             \
  X(DEPRECATED, "schema/deprecated", YS_ON_NODE, YS_IN_SCHEMA, false)          \
  X(REMOVED, "schema/removed", YS_ON_NODE, YS_IN_SCHEMA, true)                 \
  X(VALIDATION, "schema/validation", YS_ANYWHERE, YS_IN_SCHEMA, true)          \
  ALIAS(VALIDATION, "schema/validate", YS_ANYWHERE, YS_IN_SCHEMA, true)        \
  ALIAS(VALIDATION, "assert/validate", YS_ANYWHERE, YS_IN_SCHEMA, true)        \
  /* annotations of overlays */                                                \
  X(OVERLAY_MATCH, "overlay/match", YS_ANYWHERE, YS_IN_BOTH, false)            \
  X(OVERLAY_CHILD_DEFAULTS, "overlay/match-child-defaults", YS_ANYWHERE,       \
    YS_IN_BOTH, false)                                                         \
  X(OVERLAY_MERGE, "overlay/merge", YS_ANYWHERE, YS_IN_BOTH, false)            \
  X(OVERLAY_REMOVE, "overlay/remove", YS_ANYWHERE, YS_IN_BOTH, false)          \
  X(OVERLAY_REPLACE, "overlay/replace", YS_ANYWHERE, YS_IN_BOTH, false)        \
  X(OVERLAY_INSERT, "overlay/insert", YS_ANYWHERE, YS_IN_BOTH, false)          \
  X(OVERLAY_APPEND, "overlay/append", YS_ANYWHERE, YS_IN_BOTH, false)          \
  X(OVERLAY_ASSERT, "overlay/assert", YS_ANYWHERE, YS_IN_BOTH, false)

/* The identity of an annotation, whatever its spelling. */
typedef enum ys_word {
  YS_WORD_FOREIGN, /* a name of another tool */
  YS_WORD_LIBRARY_REF,
  YS_WORD_TEXT_TEMPLATES, /* the last of the names of other tools */

  YS_WORD_UNKNOWN, /* in a namespace of yschema, but not in the table */

#define YS_WORD_OF(word, name, places, documents, shapes) YS_WORD_##word,
#define YS_NO_WORD(word, name, places, documents, shapes)
  YS_VOCABULARY(YS_WORD_OF, YS_NO_WORD)
#undef YS_WORD_OF
#undef YS_NO_WORD

      YS_WORD_OVERLAY_UNKNOWN /* in the overlay namespace, but not in the table
                               */
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
