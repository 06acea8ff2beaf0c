#ifndef YS_ANNOTATION_LITERAL_H
#define YS_ANNOTATION_LITERAL_H

/*
 * core/annotation/literal.h - the fast path for annotation arguments
 * (reference#arguments).
 *
 * Reads argument lists made of literals alone: strings in all their quotes,
 * numbers, True/False/None in their spellings, lists, tuples, dicts with
 * string keys, signs, `name=` in front, and the matchers of the `overlay`
 * module, `overlay.index(0)`, so that they need no code. Everything else is
 * left to the host's expression compiler, which also words the errors; the two
 * must agree on what this one accepts.
 */

#include "core/annotation/annotation.h"

/*
 * Evaluates `annot->text` when it holds nothing but literals: sets
 * annot->args and annot->evaluated. Otherwise leaves the annotation alone.
 * The only failure is YS_NOMEM.
 */
ys_status ys_literal_arguments(ys_space *space, ys_annot *annot);

#endif
