#ifndef YS_YAML_ATTACH_H
#define YS_YAML_ATTACH_H

/*
 * core/yaml/attach.h - which slot an annotation belongs to
 * (reference#attachment).
 *
 *   - Behind something on its line: to the last slot opened on that line, or
 *     to the one whose value ended there.
 *   - On a line of its own: to the next slot that is opened; but between a
 *     slot and its value that opens no slots, a scalar say, to that slot.
 *
 * The parser tells what it sees, in the order of the text.
 */

#include "core/yaml/comment.h"
#include "core/yaml/parse.h"

typedef struct ys_attacher {
  ys_space *space;
  ys_comments comments;
  ys_documents *documents; /* gets code, and whether there are annotations */
  uint16_t source;
  bool faulty;                      /* a fault was recorded */
  ys_annot *pending, **pending_end; /* wait for the next slot */
  ys_code_line *plain, **plain_end; /* comments that may be refused */
  ys_slot *slot; /* what an annotation on `line` belongs to */
  uint32_t line;
} ys_attacher;

/* Holds nothing of its own: annotations go into the space, code lines to
 * `documents`; both outlive it, and so do the marks. */
void ys_attach_init(ys_attacher *attacher, ys_space *space,
                    const ys_marks *marks, ys_documents *documents);

/* Takes the comments before the character `index`; `ys_attach_to()` those
 * before a byte of the text. */
ys_status ys_attach_comments(ys_attacher *attacher, size_t index);
ys_status ys_attach_to(ys_attacher *attacher, const char *byte);

/* Whether a comment, or what looks like one, stands before `index`. */
static inline bool ys_attach_any(const ys_attacher *attacher, size_t index) {
  return attacher->comments.index < index;
}

/* All that wait belong to this slot. */
void ys_attach_pending(ys_attacher *attacher, ys_slot *slot);

/* A slot was opened: what waits belongs to it. */
static inline void ys_attach_open(ys_attacher *attacher, ys_slot *slot) {
  attacher->slot = slot;
  attacher->line = slot->line;
  if (attacher->pending != NULL) ys_attach_pending(attacher, slot);
}

/* A value that opens no slots is there, and ends on `line`. What waits stood
 * between its slot and it. */
static inline void ys_attach_value(ys_attacher *attacher, ys_slot *slot,
                                   uint32_t line) {
  attacher->slot = slot;
  attacher->line = line;
  if (attacher->pending != NULL) ys_attach_pending(attacher, slot);
}

/* A collection ended on `line`, with a bracket. */
static inline void ys_attach_end(ys_attacher *attacher, ys_slot *slot,
                                 uint32_t line) {
  if (attacher->line != line) attacher->slot = slot;
  attacher->line = line;
  if (slot->size == 0 && attacher->pending != NULL)
    ys_attach_pending(attacher, slot);
}

/* At the end of the text: refuses plain comments beside annotations, when the
 * space says so (reference#comments). */
ys_status ys_attach_plain(ys_attacher *attacher);

/* Warns of annotations that belong to nothing. */
ys_status ys_attach_unused(ys_attacher *attacher, const ys_annot *annots);

#endif
