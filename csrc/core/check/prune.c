#include "core/check/prune.h"

void ys_prune_unknown(ys_slot *slot) {
  bool any = false;
  if (!ys_is_collection(slot) || (slot->flags & YS_SLOT_DIRTY) == 0) return;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    if ((s->flags & YS_SLOT_REMOVED) != 0)
      any = true;
    else
      ys_prune_unknown(s);
  if (any) ys_slot_sweep(slot);
}
