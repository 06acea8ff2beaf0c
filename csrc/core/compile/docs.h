#pragma once

/* core/compile/docs.h - Reads the annotations that document a field: title,
 * desc, examples, deprecated (reference#documentation). */

#include "core/type/type.h"

/*
 * Reads one of these annotations into `docs`. Bad arguments are recorded and
 * counted by the space; the only failure is YS_NOMEM. Examples are checked
 * later by ys_docs_check(), when the field is complete.
 */
ys_status ys_docs_take(ys_space *space, const ys_annot *annot, ys_docs *docs);

/* Gives the field its documentation, if there is some. */
ys_status ys_docs_keep(ys_space *space, const ys_docs *docs, ys_field *field);

/* Adds what the field's own documentation does not say from that of the
 * definition that the field is a copy of. */
ys_status ys_docs_add(ys_space *space, const ys_docs *below, ys_field *field);

/* Checks the field's examples against its type. Examples are not completed with
 * defaults. */
ys_status ys_docs_check(ys_space *space, const ys_field *field);
