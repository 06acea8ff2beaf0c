#ifndef YS_OVERLAY_PARTS_H
#define YS_OVERLAY_PARTS_H

/*
 * core/overlay/parts.h - what was given for a value with alternatives, document
 * by document, beside what merging made of it.
 *
 * Which of them belong together is decided when all are there
 * (reference#deciding-alternatives): until then they are kept, with their
 * annotations, on the merged collection. A value that is replaced has none.
 */

#include "core/overlay/merger.h"

typedef struct ys_part {
  struct ys_part *next;
  ys_slot value;              /* a copy; its key and neighbours mean nothing */
  ys_overlay_options options; /* how it is merged onto those before it */
} ys_part;

typedef struct ys_parts {
  ys_part *first, *last;
  uint32_t count;
} ys_parts;

/* Notes that `right` will be merged onto `left`, a collection, which is the
 * first part if there is none. */
ys_status ys_parts_note(ys_space *space, const ys_slot *left,
                        const ys_slot *right, const ys_overlay_options *options,
                        ys_parts **out);

#endif
