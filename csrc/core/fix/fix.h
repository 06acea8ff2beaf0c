#pragma once

/*
 * core/fix/fix.h - Makes fixes, for violations of schemas and of JSON Schemas
 * that have exactly one possible correction.
 */

#include "core/tree/keyset.h"

/* Whether a text without quotes is the same scalar, but no string or null, in
 * YAML 1.1 and in YAML 1.2: then `*meant`. */
bool ys_fix_means_one_thing(ys_str text, ys_slot *meant);

/* The fix that replaces a given value by the text that was surely meant, which
 * may be "". */
ys_fix ys_fix_text(const ys_space *space, const ys_slot *slot, ys_str meant);

/* A map, the keys that it may have, and what comparing its keys has cost. */
typedef struct ys_fix_keys {
  ys_arena *arena;
  ys_slot *map;
  const ys_shape *shape;
  uint32_t *effort;
} ys_fix_keys;

/* The fix that gives an unknown entry of the map the key that was surely meant,
 * which may be NULL. There is none if the map has the key, or if another
 * unknown key may be meant for it. */
ys_fix ys_fix_name(const ys_space *space, const ys_fix_keys *keys,
                   const ys_slot *entry, const ys_key *sure);

/* The fix that adds a missing entry with its only value; none for one that is
 * not shown whole. */
ys_status ys_fix_add(ys_space *space, const ys_slot *only, ys_fix *out);
