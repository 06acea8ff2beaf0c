#pragma once

/*
 * core/annotation/copy.h - Copies the tree of one schema into another schema,
 * for example as an alternative. The copy refers to nothing of the original but
 * the sources that its places are in.
 */

#include "core/annotation/annotation.h"

/*
 * Copies `slot` of the space `from` and its annotations, which are evaluated,
 * into `to`. The numbers of closures are raised by `closures`. Key and
 * neighbours of `out` do not change.
 *
 * A schema that contains another one twice doubles in size, and so on at each
 * level. Therefore YS_INVALID, without a record, means that `to` would get more
 * slots in this way than ys_space_spend_copies() allows.
 */
ys_status ys_copy_annotated(ys_space *to, const ys_space *from,
                            const ys_slot *slot, uint32_t closures,
                            ys_slot *out);
