#pragma once

/*
 * core/annotation/argument.h - Checks the form of an annotation's arguments:
 * how many there are, whether they have names, which kinds their values have.
 * Invalid arguments are recorded.
 */

#include "core/annotation/annotation.h"

/* Records ANNOTATION_ARGUMENT. The texts are static or belong to the space. */
ys_status ys_argument_error(ys_space *space, const ys_annot *annot,
                            ys_str found, ys_str expected, ys_str hint);

/* Whether any argument has a name. */
bool ys_argument_named(const ys_annot *annot);

/*
 * Returns the only positional argument. If there is not exactly one, `value` is
 * NULL and `found` says what was there instead: "keyword argument", "missing
 * value", "2 values".
 */
ys_status ys_argument_single(ys_space *space, const ys_annot *annot,
                             const ys_slot **value, ys_str *found);

/* A keyword argument that an annotation accepts. */
typedef struct ys_keyword {
  const char *name;
  ys_kinds kinds;       /* the kinds that its value may have */
  const char *expected; /* these kinds in words */
  const ys_arg *arg;    /* the argument that was given, or NULL */
} ys_keyword;

/*
 * Stores each keyword argument in its row. If one is unknown, repeated or of an
 * invalid kind, `good` becomes false and there is a record with `hint`, which
 * says what is accepted. Positional arguments are ignored.
 */
ys_status ys_argument_keywords(ys_space *space, const ys_annot *annot,
                               ys_keyword *rows, size_t count, ys_str hint,
                               bool *good);

/* Records each argument of an annotation that accepts none. */
ys_status ys_argument_none(ys_space *space, const ys_annot *annot, ys_str hint);

/* Makes a text with a number in front: "2 values". */
ys_status ys_argument_count(ys_arena *arena, uint32_t count, const char *what,
                            ys_str *out);
