#pragma once

/*
 * core/print/masking.h - Makes the masks of a report from what its space knows
 * to be sensitive (core/tree/sensitive.h).
 */

#include "core/tree/node.h"

/*
 * Gives the masks for the records and excerpts of a space, or NULL if there
 * are none or nothing in it is sensitive. They live in the space, and are made
 * again only when it has more sources or sensitive nodes than before. The only
 * failure is YS_NOMEM.
 */
ys_status ys_mask_report(ys_space *space, const ys_masks **out);

/* The same for texts that are shown without a record. */
ys_status ys_mask_texts(ys_space *space, const ys_masks **out);

/* Gives the record as a report of the space shows it: with the masks, which may
 * be NULL, and shortened if the report has a limit. It is the record itself or
 * a copy in the arena. The only failure is YS_NOMEM. */
ys_status ys_mask_shown(const ys_space *space, const ys_masks *masks,
                        ys_arena *arena, const ys_diag **diag);
