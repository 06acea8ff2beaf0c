#pragma once

/*
 * core/tree/charge.h - Bounds the nodes that a space gets beyond those of its
 * texts.
 *
 * A short text may ask for very many nodes: defaults are filled in, an overlay
 * inserts or merges a node once for each match, functions return collections,
 * and loops repeat nodes. Each of them charges here what it makes. (Aliases and
 * `<<` have a limit of their own: core/yaml/anchor.c.)
 *
 * YS_INVALID: it is more than the limit max_nodes, which is recorded.
 */

#include "core/tree/node.h"

/* The number of slots in a value. */
uint64_t ys_slot_count(const ys_slot *slot);

/* Charges nodes that are about to be made. `place` is for the record. */
ys_status ys_space_charge(ys_space *space, uint64_t count, ys_place place);

/* Charges a value that a function has returned: its nodes, and its texts, which
 * are copied. Scalars cost nothing unless their text is long. False: it is too
 * much; nothing is recorded. */
bool ys_space_spend_result(ys_space *space, const ys_slot *value);

/* Charges instances of the nodes of a template. One for each byte of the texts
 * is free, so that a long text may have many. */
ys_status ys_space_charge_instances(ys_space *space, uint64_t count,
                                    ys_place place);

/* The same, for callers that report the failure themselves. False: it is too
 * much. */
bool ys_space_spend_instances(ys_space *space, uint64_t count);

/* Counts slots that schemas add to other schemas. There may be max_alias_nodes,
 * and one for each 32 bytes of text, so that a long text may have many of them.
 * False: it is too much; nothing is recorded. */
bool ys_space_spend_copies(ys_space *space, uint64_t count);

/* The nodes that may still be charged. */
uint32_t ys_space_nodes_left(const ys_space *space);

/* ys_slot_clone(), charged at the place of `from`. */
ys_status ys_space_clone(ys_space *space, const ys_slot *from, ys_slot *to);
