#pragma once

/* core/compile/renamed.h - Reads `@schema/renamed`: the old names of a key
 * (reference#renamed). */

#include "core/compile/schema_words.h"

/* Reads the annotation of a map's entry. `out` is NULL if there is none. Errors
 * are recorded; the only failure is YS_NOMEM. */
ys_status ys_renamed_read(ys_space *space, const ys_schema_words *words,
                          ys_field *field, ys_renamed **out);

/* Finds out where the old names of a compiled schema lead, and lists those that
 * begin at the root in `from_root`. YS_INVALID: an old name is still in use, or
 * is that of two keys; errors were recorded. */
ys_status ys_renamed_resolve(ys_space *space, ys_field *root,
                             ys_renamed **from_root);
