#pragma once

/*
 * core/yaml/attach.h - Finds the slot to which an annotation belongs
 * (reference#attachment).
 *
 *   - An annotation after something on its line belongs to the last slot that
 *     was opened on that line, or to the slot whose value ended there.
 *   - An annotation on a line of its own belongs to the next slot that is
 *     opened. If it stands between a slot and a value that opens no slots, such
 *     as a scalar, it belongs to that slot.
 *
 * The parser reports what it reads, in the order of the text.
 *
 * Annotations of other tools have no effect, so slots do not keep them, unless
 * the space wants that. They are remembered only until it is known that there
 * is a slot for them.
 */

#include "core/yaml/comment.h"
#include "core/yaml/parse.h"

/* An annotation of another tool that waits for the next slot. */
typedef struct ys_foreign {
  struct ys_foreign *next;
  ys_str name;
  uint32_t line, column;
} ys_foreign;

typedef struct ys_attacher {
  ys_space *space;
  ys_comments comments;
  ys_documents *documents; /* receives code lines, and its `annotated` */
  uint16_t source;
  bool invalid;                       /* an error was recorded */
  ys_annot *pending, **pending_end;   /* annotations for the next slot */
  ys_foreign *foreign, **foreign_end; /* the same, of other tools */
  ys_foreign *spare;                  /* used again for the next ones */
  ys_code_line *plain, **plain_end;   /* plain comments, which may be refused */
  ys_slot *slot; /* an annotation on `line` belongs to this slot */
  uint32_t line;
  const ys_slot *merge; /* the `<<` of the map that is read, or NULL: it is no
                           node to attach to */
} ys_attacher;

/* Starts an attacher, which owns nothing: annotations are stored in the space,
 * and code lines in `documents`. Space, documents and marks must outlive it. */
void ys_attach_init(ys_attacher *attacher, ys_space *space,
                    const ys_marks *marks, ys_documents *documents);

/* Read the comments before the character `index` or before a byte of the text,
 * and attach or keep them. */
ys_status ys_attach_comments(ys_attacher *attacher, size_t index);
ys_status ys_attach_to(ys_attacher *attacher, const char *byte);

/* Whether a comment, or what looks like one, stands before the character
 * `index`. */
static inline bool ys_attach_any(const ys_attacher *attacher, size_t index) {
  return attacher->comments.index < index;
}

/* Whether annotations wait for a slot. */
static inline bool ys_attach_waits(const ys_attacher *attacher) {
  return attacher->pending != NULL || attacher->foreign != NULL;
}

/* Attaches all waiting annotations to this slot. */
ys_status ys_attach_pending(ys_attacher *attacher, ys_slot *slot);

/* Reports that a slot was opened on this line, or that its value, which opens
 * no slots, ends on it. Waiting annotations belong to the slot: they stood
 * above it, or before its value. */
static inline ys_status ys_attach_open(ys_attacher *attacher, ys_slot *slot,
                                       uint32_t line) {
  attacher->slot = slot;
  attacher->line = line;
  if (!ys_attach_waits(attacher)) return YS_OK;
  return ys_attach_pending(attacher, slot);
}

/* Reports that the first key of a map follows, which is the value of `item`.
 * Annotations after the dash that may stand on keys only belong to that key
 * (reference#attachment). */
ys_status ys_attach_first_key(ys_attacher *attacher, ys_slot *item);

/* Reports that a collection ended with a bracket on `line`. */
static inline ys_status ys_attach_end(ys_attacher *attacher, ys_slot *slot,
                                      uint32_t line) {
  if (attacher->line != line) attacher->slot = slot;
  attacher->line = line;
  if (ys_slot_size(slot) > 0 || !ys_attach_waits(attacher)) return YS_OK;
  return ys_attach_pending(attacher, slot);
}

/* At the end of the text, refuses plain comments beside annotations if the
 * space demands it (reference#comments). */
ys_status ys_attach_plain(ys_attacher *attacher);

/* Warns about annotations that belong to no slot. */
ys_status ys_attach_unused(ys_attacher *attacher, const ys_annot *annots);

/* Warns about those that still wait at the end of the text. If `final`, no
 * record will be removed again, so those that are not reported may be dropped.
 */
ys_status ys_attach_rest(ys_attacher *attacher, bool final);
