#ifndef YS_YAML_ANCHOR_H
#define YS_YAML_ANCHOR_H

/*
 * core/yaml/anchor.h - anchors and aliases of one text, and what aliases may
 * cost.
 *
 * An alias is a copy, so aliases of aliases multiply. What they add to a text
 * is bounded: by ys_limits.max_alias_nodes and one node for each byte of the
 * text, and by 4 MiB of scalars and 16 bytes for each byte of the text.
 */

#include "core/tree/node.h"

typedef struct ys_anchor ys_anchor;

typedef struct ys_anchors {
  ys_space *space;
  ys_anchor *table; /* open addressing, power of two; not of the arena */
  uint32_t count, capacity;
  uint32_t document;   /* entries of earlier ones are free */
  uint64_t nodes_left; /* that aliases may add */
  uint64_t bytes_left; /* of scalars in them */
} ys_anchors;

/* For one text, of this size. What was begun is to be released, also after a
 * failure; the space is the caller's. */
void ys_anchors_init(ys_anchors *anchors, ys_space *space, size_t text_size);
void ys_anchors_release(ys_anchors *anchors);

/* Another document begins: forgets all anchors. */
void ys_anchors_forget(ys_anchors *anchors);

/*
 * The value of `slot` is anchored; an anchor of that name is replaced. While
 * the value is `open`, aliases to it are faults. The place is the anchor's.
 */
ys_status ys_anchors_add(ys_anchors *anchors, ys_str name, ys_slot *slot,
                         ys_place place, bool open, const ys_key **out);

/* The collection in `slot`, anchored as `name`, is complete. */
void ys_anchors_close(ys_anchors *anchors, const ys_key *name,
                      const ys_slot *slot);

/*
 * Gives `slot` a copy of the value anchored as `name`; its key, annotations and
 * place stay. `depth` is how deep the slot is. YS_INVALID: there is a record,
 * and the slot is flagged YS_SLOT_FAULTY; with `fatal` set, a limit was met.
 */
ys_status ys_anchors_alias(ys_anchors *anchors, ys_str name, ys_place place,
                           uint32_t depth, ys_slot *slot, bool *fatal);

#endif
