#ifndef YS_ANNOTATION_ARGUMENT_H
#define YS_ANNOTATION_ARGUMENT_H

/*
 * core/annotation/argument.h - what an annotation's arguments look like from
 * outside: how many, named or not, and the record when they are not as
 * expected.
 */

#include "core/annotation/annotation.h"

/* Records ANNOTATION_ARGUMENT; the texts are static or of the space. */
ys_status ys_argument_fault(ys_space *space, const ys_annot *annot,
                            ys_str found, ys_str expected, ys_str hint);

/* Whether some argument has a name. */
bool ys_argument_named(const ys_annot *annot);

/*
 * The one positional argument, or NULL and in `found` what was there instead:
 * "keyword argument", "missing value", "2 values".
 */
ys_status ys_argument_single(ys_space *space, const ys_annot *annot,
                             const ys_slot **value, ys_str *found);

/* A keyword argument that an annotation takes. */
typedef struct ys_keyword {
  const char *name;
  ys_kinds kinds;       /* of its value */
  const char *expected; /* the same in words */
  const ys_arg *arg;    /* what was given, or NULL */
} ys_keyword;

/*
 * Puts each keyword argument into its row. `good` is set to false, and there is
 * a record, when one is unknown, doubled or of another kind; `hint` says what
 * there may be. Positional arguments are passed over.
 */
ys_status ys_argument_keywords(ys_space *space, const ys_annot *annot,
                               ys_keyword *rows, size_t count, ys_str hint,
                               bool *good);

/* Records every argument of an annotation that takes none. */
ys_status ys_argument_none(ys_space *space, const ys_annot *annot, ys_str hint);

/* "2 values": a number in front of a text. */
ys_status ys_argument_count(ys_arena *arena, uint32_t count, const char *what,
                            ys_str *out);

#endif
