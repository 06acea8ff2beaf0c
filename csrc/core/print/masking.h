#ifndef YS_PRINT_MASKING_H
#define YS_PRINT_MASKING_H

/*
 * core/print/masking.h - makes the masks of a report from what its space knows
 * to be sensitive (core/tree/sensitive.h).
 */

#include "core/text/mask.h"
#include "core/tree/node.h"

/*
 * Gives the masks for the records and excerpts of a space, or NULL if there
 * are none or nothing in it is sensitive. They live in the space, and are made
 * again only when it has more sources or sensitive nodes than before. The only
 * failure is YS_NOMEM.
 */
ys_status ys_mask_report(ys_space *space, const ys_masks **out);

#endif
