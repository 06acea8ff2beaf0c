#ifndef YS_SCALAR_VALUE_H
#define YS_SCALAR_VALUE_H

/*
 * core/scalar/value.h - a scalar as it was written, plain or quoted and with or
 * without a tag, to a value; and the faults there may be in it.
 */

#include "core/tree/node.h"

typedef struct ys_scalar {
  ys_str text;
  ys_str tag;     /* in full: `tag:yaml.org,2002:int`; "" without one */
  ys_place place; /* for records */
  bool plain;     /* not quoted, nor a block */
  bool key;       /* of a map: resolves differently (reference#keys-of-maps) */
} ys_scalar;

/*
 * Sets kind, flags and value of `slot`. A string points to the scalar's text,
 * but what !!binary stands for is of the arena. Tags that are not among !!str,
 * !!int, !!float, !!bool, !!null, !!binary and `!` count for nothing
 * (reference#plain-scalars). YS_INVALID: there is a record, and the slot is
 * flagged YS_SLOT_FAULTY.
 */
ys_status ys_scalar_read(ys_space *space, const ys_scalar *scalar,
                         ys_slot *slot);

/* ---- keys ---------------------------------------------------------------- */

/*
 * Maps of one type mostly have the same keys in the same order. So the key that
 * followed the last two before is tried first, and then the one before that: a
 * comparison each, where resolving and interning cost a hash and a search.
 */
enum { YS_FOLLOWERS = 256 };

typedef struct ys_key_reader {
  ys_space *space;
  ys_buf text;
  uint32_t last; /* which two keys were the last: where their follower is */
  const ys_key *followers[YS_FOLLOWERS][2]; /* strings, read from plain scalars;
                                               what came last is first */
} ys_key_reader;

/* What was begun is to be released; the keys are the space's. */
void ys_key_reader_init(ys_key_reader *reader, ys_space *space);
void ys_key_reader_release(ys_key_reader *reader);

/* `key` is the last one now. */
static inline void ys_key_was(ys_key_reader *reader, const ys_key *key) {
  reader->last = (reader->last << 4 ^ key->hash) % YS_FOLLOWERS;
}

/* Of two keys that may come next the one spelled like this, else NULL. */
static inline const ys_key *ys_key_guess(ys_key_reader *reader, ys_str text) {
  const ys_key **ways = reader->followers[reader->last];
  const ys_key *key = ways[0];
  if (key == NULL) return NULL;
  if (!ys_str_eq(key->text, text)) {
    const ys_key *other = ways[1];
    if (other == NULL || !ys_str_eq(other->text, text)) return NULL;
    ways[1] = key;
    ways[0] = key = other;
  }
  ys_key_was(reader, key);
  return key;
}

/* The key that a scalar makes; `text` is as written, if plain. */
ys_status ys_key_of(ys_key_reader *reader, const ys_slot *slot, bool plain,
                    const ys_key **out);

#endif
