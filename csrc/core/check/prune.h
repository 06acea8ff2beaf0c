#ifndef YS_CHECK_PRUNE_H
#define YS_CHECK_PRUNE_H

/* core/check/prune.h - Removes entries with unknown keys from a checked value.
 */

#include "core/tree/node.h"

/* Removes all entries that the check has flagged YS_SLOT_REMOVED, at every
 * depth, so that the value can be merged. Only parts with a violation are
 * visited. */
void ys_prune_unknown(ys_slot *slot);

#endif
