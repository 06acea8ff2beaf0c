#pragma once

/* core/evaluate/relocate.h - A violation of a value that is reported for a
 * value in it. */

#include "core/check/typed.h"
#include "core/text/diagnostic.h"

/* Moves a record of `value` to what keys lead to, each of them ended by a zero
 * byte. Where the document has no such key, the path has it nevertheless, and
 * the place is that of the last collection. Keys below a sensitive field are
 * not shown. */
ys_status ys_diag_relocate(ys_space *space, const ys_typed *value, ys_str keys,
                           ys_diag *diag);
