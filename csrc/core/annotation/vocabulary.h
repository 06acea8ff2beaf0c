#ifndef YS_ANNOTATION_VOCABULARY_H
#define YS_ANNOTATION_VOCABULARY_H

/*
 * core/annotation/vocabulary.h - one table of the annotations that we know:
 * where each may stand. What each does is told by core/compile/compile.c,
 * core/compile/docs.c and core/overlay/operation.c.
 */

#include "core/annotation/annotation.h"

typedef enum ys_word {
  YS_WORD_NONE,   /* not ours */
  YS_WORD_HEADER, /* of a schema document: core/annotation/header.h tells them
                     apart */
  YS_WORD_VALUES,
  YS_WORD_TYPE,
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
  YS_WORD_OVERLAY /* any of them: core/overlay/operation.h tells them apart */
} ys_word;

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

/* The row of a name; NULL when the name is not in the table. */
const ys_vocab_row *ys_vocab_find(ys_str name);

/* The word of a name; YS_WORD_NONE when it is not in the table. */
ys_word ys_vocab_word(ys_str name);

/* Whether two names are the same, or spellings of one word other than the
 * overlay's. */
bool ys_vocab_same(ys_str a, ys_str b);

/* Whether the name is `schema`, or of one of our namespaces (`schema/`,
 * `overlay/`, `data/`, `assert/`), or one of ytt's that would silently be
 * without effect: being unknown is an error. */
bool ys_vocab_is_ours(ys_str name);

/* The nearest name of the table, or "". */
ys_str ys_vocab_nearest(ys_str name);

/* An annotation of ours whose arguments the literal fast path left to the
 * host. */
typedef struct ys_pending {
  struct ys_pending *next;
  ys_annot *annot;
} ys_pending;

/* Appends those on and below a slot, in document order, at `*end`. */
ys_status ys_vocab_pending(ys_arena *arena, const ys_slot *slot,
                           ys_pending ***end);

/* The same of all slots of a list. */
ys_status ys_vocab_all_pending(ys_arena *arena, const ys_slots *list,
                               ys_pending **out);

/* The comma-separated words for a set of places: "documents, map items". */
ys_str ys_vocab_places(unsigned places);

#endif
