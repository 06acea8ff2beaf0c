#pragma once

/*
 * core/print/text_edit.h - Writes the fix of a record as an edit of the line
 * that it is about, for formats with such edits.
 */

#include "core/tree/node.h"

/* The text from `column` up to, but not including, `end_column` of the record's
 * line is replaced. Column 0: there is no such edit. */
typedef struct ys_text_edit {
  uint32_t column, end_column;
  ys_str text;
} ys_text_edit;

/*
 * Makes the edit of a record. There is none unless the key or the scalar is
 * found on the line exactly as the record says, and nothing of the line must be
 * masked. `masks` are those that ys_mask_report() gave. The text lives in the
 * arena. The only failure is YS_NOMEM.
 */
ys_status ys_text_edit_of(const ys_space *space, const ys_masks *masks,
                          ys_arena *arena, const ys_diag *diag,
                          ys_text_edit *out);
