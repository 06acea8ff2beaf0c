#pragma once

/* core/text/mask_parts.h - The functions that the source files of
 * core/text/mask.h share. */

#include "core/text/mask.h"

/* Whether what stands at a place is sensitive. */
bool ys_masks_has(const ys_masks *masks, const ys_sources *sources,
                  ys_place place);

/* Whether the text at a place is masked in its line. */
bool ys_masks_cover(const ys_masks *masks, const ys_sources *sources,
                    ys_place place);

/* How values are searched for in a text of a record. */
typedef enum ys_mask_search {
  YS_MASK_PARTS, /* texts of some length, anywhere */
  YS_MASK_WORDS, /* also short ones and numbers, where they are words */
  YS_MASK_KEYS   /* the same, in the keys of a path */
} ys_mask_search;

/* Replaces the sensitive values in a text by a mask. The only failure is
 * YS_NOMEM. */
ys_status ys_masks_text(const ys_masks *masks, ys_arena *arena,
                        ys_mask_search how, ys_str *text);
