#pragma once

/* core/check/rename.h - Takes values that are given under the old name of a key
 * (reference#renamed). */

#include "core/type/type.h"

/* Calls `with=` of an old name on a value, and puts what it gives into `slot`.
 * If the function fails, `*failed` is set, and `problem` says how. The only
 * failure is YS_NOMEM. */
ys_status ys_rename_convert(ys_space *space, const ys_renamed *renamed,
                            const ys_slot *old, ys_slot *slot, bool *failed,
                            ys_str *problem);

/*
 * Moves what a document gives under old names to the new ones, and converts it.
 * `root` has old names, `from_root` lists those that begin at the root. Each
 * value adds a warning. Violations are recorded, and then the value is removed.
 * `earlier` is the result of the documents so far. It determines the
 * alternative of a map that lacks the key that selects one. `*moved` is set if
 * the document has changed. The only failure is YS_NOMEM.
 *
 * It must run before the check, to which an old name is an unknown key.
 */
ys_status ys_rename(ys_space *space, const ys_field *root,
                    const ys_renamed *from_root, ys_slot *earlier,
                    ys_slot *document, bool *moved);
