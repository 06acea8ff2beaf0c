#ifndef YS_COMPILE_DOCS_H
#define YS_COMPILE_DOCS_H

/*
 * core/compile/docs.h - the annotations that document a field: title, desc,
 * examples, deprecated (reference#documentation).
 */

#include "core/annotation/annotation.h"
#include "core/type/type.h"

/*
 * Takes one of them into `docs`. An annotation with bad arguments is a record,
 * counted by the space; the status only tells of memory. Examples are checked
 * by ys_docs_check(), once the field is complete.
 */
ys_status ys_docs_take(ys_space *space, const ys_annot *annot, ys_docs *docs);

/* Checks the field's examples against its type, and completes nothing. */
ys_status ys_docs_check(ys_space *space, const ys_field *field);

#endif
