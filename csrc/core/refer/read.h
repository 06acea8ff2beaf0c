#ifndef YS_REFER_READ_H
#define YS_REFER_READ_H

/* core/refer/read.h - reads the annotations `@schema/identity` and
 * `@schema/refers` (reference#references). */

#include "core/annotation/annotation.h"
#include "core/type/type.h"

/* Reads the two annotations of a node, which may be NULL, into its field.
 * Where the paths lead is found out later (core/refer/resolve.h). Errors are
 * recorded; the only failure is YS_NOMEM. */
ys_status ys_refer_read(ys_space *space, const ys_annot *identity,
                        const ys_annot *refers, ys_field *field);

/* Lets a field that is a copy of `from` have what `from` has, after what it has
 * itself. Both have to hold. */
void ys_refer_inherit(ys_field *field, const ys_field *from);

#endif
