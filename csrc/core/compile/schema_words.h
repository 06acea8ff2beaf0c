#ifndef YS_COMPILE_SCHEMA_WORDS_H
#define YS_COMPILE_SCHEMA_WORDS_H

/*
 * core/compile/schema_words.h - the annotations of one schema node as a record
 * with a field for each thing they can say.
 *
 * A node's annotations are read here, once, and the compiler looks only at the
 * record. Reading reports annotations that are not known, stand where they may
 * not, or are repeated.
 */

#include "core/type/type.h"

/* Each is NULL when it is not given. */
typedef struct ys_schema_words {
  const ys_annot *type, *nullable, *preset; /* preset: @schema/default */
  const ys_annot *choice;                   /* any-of, all-of, one-of */
  const ys_annot *allow_empty;
  const ys_annot *key; /* key, any-key, key-may-be-present: the first of them */
  ys_docs docs;
  ys_validation *validations;
} ys_schema_words;

/* Reads those of `slot`, which stands where `stands` (YS_ON_...) says. What is
 * wrong is recorded; the status only tells of memory. */
ys_status ys_schema_words_read(ys_space *space, const ys_slot *slot,
                               unsigned stands, ys_schema_words *out);

/* Records every annotation below a node whose contents are a value and no
 * schema, and that sets type, value or rules; `by` is why: @schema/type
 * any=True (NULL) or another one. */
ys_status ys_schema_words_none_below(ys_space *space, const ys_slot *parent,
                                     const ys_annot *by);

#endif
