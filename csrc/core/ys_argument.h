#ifndef YS_ARGUMENT_H
#define YS_ARGUMENT_H

/*
 * ys_argument.h - what an annotation's arguments look like from outside: how
 * many, named or not, and the record when they are not as expected.
 */

#include "ys_annot.h"

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

/* "2 values": a number in front of a text. */
ys_status ys_argument_count(ys_arena *arena, uint32_t count, const char *what,
                            ys_str *out);

#endif
