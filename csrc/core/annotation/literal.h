#pragma once

/*
 * core/annotation/literal.h - The fast path for annotation arguments
 * (reference#arguments).
 *
 * It reads arguments that consist only of literals: strings in all kinds of
 * quotes, numbers with signs, True, False and None in their spellings, lists,
 * tuples and dicts with string keys. Arguments may have names, and they may be
 * matchers of the `overlay` module, such as `overlay.index(0)`, which therefore
 * need no code. Everything else, including all error messages, is left to the
 * host's expression compiler. Both must give the same results for what this
 * path accepts.
 */

#include "core/annotation/annotation.h"

/*
 * Evaluates `annot->text` if it consists only of literals: sets annot->args and
 * annot->evaluated. Otherwise the annotation does not change. The only failure
 * is YS_NOMEM.
 */
ys_status ys_literal_arguments(ys_space *space, ys_annot *annot);
