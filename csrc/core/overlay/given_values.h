#pragma once

/*
 * core/overlay/given_values.h - Keeps each value that was given for a value
 * with alternatives, beside the merged one.
 *
 * The alternative that fits is known only when all documents are merged
 * (reference#deciding-alternatives). Until then, the given values are kept,
 * with their annotations, on the merged collection. Replacing the value
 * discards them.
 */

#include "core/overlay/merger.h"

typedef struct ys_given_value {
  struct ys_given_value *next;
  ys_slot value;              /* a copy; ignore its key and neighbours */
  ys_overlay_options options; /* how it is merged onto earlier parts */
} ys_given_value;

typedef struct ys_given_values {
  ys_given_value *first, *last;
  uint32_t count;
} ys_given_values;

/* Keeps a copy of `right`, which will be merged onto the collection `left`. If
 * `left` has no parts yet, it becomes the first one. */
ys_status ys_given_values_note(ys_space *space, const ys_slot *left,
                               const ys_slot *right,
                               const ys_overlay_options *options,
                               ys_given_values **out);
