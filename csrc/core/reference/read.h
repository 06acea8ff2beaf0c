#pragma once

/* core/reference/read.h - Reads the annotations `@schema/identity` and
 * `@schema/refers` (reference#references). */

#include "core/type/type.h"

/* Reads two annotations, which may be NULL, into a field: that of their node,
 * or that of an array for the identity above its item. Where the paths lead is
 * found out later (core/reference/resolve.h). Errors are recorded; the only
 * failure is YS_NOMEM. */
ys_status ys_refer_read(ys_space *space, const ys_annot *identity,
                        const ys_annot *refers, ys_field *field);

/* Lets a field that is a copy of `from` have what `from` has, after what it has
 * itself. Both have to hold. */
void ys_refer_inherit(ys_field *field, const ys_field *from);
