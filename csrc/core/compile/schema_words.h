#pragma once

/*
 * core/compile/schema_words.h - Reads the annotations of one schema node into a
 * record with a member for each.
 *
 * The annotations of a node are read only here, and the compiler looks only at
 * the record. Reading reports annotations that are unknown, misplaced or
 * repeated.
 */

#include "core/type/type.h"

/* The record. A member is NULL if the annotation is not given. */
typedef struct ys_schema_words {
  const ys_annot *type, *nullable, *preset; /* preset: @schema/default */
  const ys_annot *choice;                   /* any-of, all-of, one-of */
  const ys_annot *like;
  const ys_annot *allow_empty, *required, *removed, *keys_optional, *renamed;
  const ys_annot *null_missing;
  const ys_annot *of_text; /* a rule about texts (core/type/text_rules.h) */
  const ys_annot *sensitive, *identity, *refers;
  const ys_annot *key; /* the first of key, any-key, key-may-be-present */
  ys_docs docs;
  ys_validation *validations;
} ys_schema_words;

/* Reads the annotations of `slot`; `stands` (YS_ON_...) is its position. Errors
 * are recorded; the only failure is YS_NOMEM. */
ys_status ys_schema_words_read(ys_space *space, const ys_slot *slot,
                               unsigned stands, ys_schema_words *out);

/* Records an error for every annotation below `parent` that sets a type, a
 * value or rules, because the contents of `parent` are a value and not a
 * schema. `by` is the annotation that makes them a value; NULL: @schema/type
 * any=True. */
ys_status ys_schema_words_none_below(ys_space *space, const ys_slot *parent,
                                     const ys_annot *by);

/* Whether the annotation says which keys stand in a place. */
bool ys_schema_words_about_key(const ys_annot *annot);

/* Records that two annotations exclude each other, unless one is NULL. */
ys_status ys_schema_words_exclude(ys_space *space, const ys_annot *annot,
                                  const ys_annot *other);
