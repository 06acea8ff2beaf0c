#ifndef YS_CHECK_PRUNE_H
#define YS_CHECK_PRUNE_H

/* core/check/prune.h - entries that the schema does not know, taken out of a
 * value that was checked. */

#include "core/tree/node.h"

/* Takes all entries of unknown keys, which the check has flagged YS_SLOT_GONE,
 * out of the value of `slot`, at every depth: what is left can be merged. Only
 * where something is at fault does this cost anything. */
void ys_prune_unknown(ys_slot *slot);

#endif
