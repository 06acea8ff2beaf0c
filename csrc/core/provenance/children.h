#pragma once

/* core/provenance/children.h - The origins below another one, for
 * core/provenance/follow.c. */

#include "core/provenance/provenance.h"

/* Finds the origin of a map entry. Entries are mostly asked for in their order,
 * which is fastest. Returns NULL if there is none. */
ys_origin *ys_origin_entry(const ys_provenance *h, ys_origin *map,
                           const ys_key *key);

/* Adds an origin with its key at the end of those below `up`. The only failure
 * is YS_NOMEM. */
ys_status ys_origin_add_below(ys_space *space, ys_origin *up,
                              ys_origin *origin);

/* Puts those below `origin` that were met into the order in which they were
 * met, which `after` gives, and the others after them. */
void ys_origin_reorder(ys_origin *origin, ys_origin *met, ys_origin *last_met,
                       uint32_t round);
