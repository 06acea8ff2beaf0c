#pragma once

/*
 * core/yaml/anchor.h - The anchors and aliases of one text, and the limits on
 * aliases.
 *
 * An alias is a copy, so aliases of aliases multiply. All aliases of a text
 * together may add ys_limits.max_alias_nodes nodes and one node per byte of the
 * text, and 4 MiB of scalars and 16 bytes per byte of the text.
 */

#include "core/base/pairs.h"
#include "core/tree/node.h"

typedef struct ys_anchors {
  ys_space *space;
  ys_memo named;       /* the anchors of the document, by their names */
  uint64_t nodes_left; /* the number of nodes that aliases may still add */
  uint64_t bytes;      /* the bytes of scalars that aliases may add in sum */
  uint64_t bytes_left; /* those that they may still add */
} ys_anchors;

/* Prepares for one text of this size. The caller must forget the anchors at the
 * end, also after a failure. The space belongs to the caller. */
void ys_anchors_init(ys_anchors *anchors, ys_space *space, size_t text_size);

/* Forgets all anchors and frees their memory: a document or the text ends. */
void ys_anchors_forget(ys_anchors *anchors);

/*
 * Adds an anchor for the value of `slot`, or replaces the anchor of the same
 * name. `place` is where the anchor stands. While the value is `open`, aliases
 * to it are errors.
 */
ys_status ys_anchors_add(ys_anchors *anchors, ys_str name, ys_slot *slot,
                         ys_place place, bool open, const ys_key **out);

/* Marks the collection in `slot`, with the anchor `name`, as complete. */
void ys_anchors_close(ys_anchors *anchors, const ys_key *name,
                      const ys_slot *slot);

/*
 * Gives `slot` a copy of the value with the anchor `name`; its key, annotations
 * and place do not change. `depth` is the depth of the slot. On YS_INVALID
 * there is a record, and the slot has the flag YS_SLOT_INVALID; `fatal` means
 * that a limit was exceeded.
 */
ys_status ys_anchors_alias(ys_anchors *anchors, ys_str name, ys_place place,
                           uint32_t depth, ys_slot *slot, bool *fatal);
