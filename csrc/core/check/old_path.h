#ifndef YS_CHECK_OLD_PATH_H
#define YS_CHECK_OLD_PATH_H

/* core/check/old_path.h - applies the conditions (`when=`) of the maps in the
 * path of an old name to the value (reference#renamed). */

#include "core/type/type.h"

/*
 * Gives `value`, which moves away from the maps that lead to it, the `when=` of
 * the nearest of them, as its own @overlay/match. `map` is where the old path
 * begins. A `when=` of the value's own stays. The only failure is YS_NOMEM.
 */
ys_status ys_old_path_keep_when(ys_space *space, const ys_renamed *renamed,
                                ys_slot *map, ys_slot *value);

#endif
