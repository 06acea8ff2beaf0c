#pragma once

/*
 * core/scalar/value.h - Converts a scalar as written, plain or quoted, with or
 * without a tag, to a value, and records its errors.
 */

#include "core/tree/node.h"

typedef struct ys_scalar {
  ys_str text;
  ys_str tag;     /* written in full, as `tag:yaml.org,2002:int`; or "" */
  ys_place place; /* for records */
  bool plain;     /* neither quoted nor a block scalar */
  bool key;       /* it is a map key, which resolves differently
                     (reference#keys-of-maps) */
} ys_scalar;

/*
 * Sets kind, flags and value of `slot`. A string points to the scalar's text;
 * only decoded !!binary text is in the arena. Tags other than !!str, !!int,
 * !!float, !!bool, !!null, !!binary and `!` are ignored
 * (reference#plain-scalars). On YS_INVALID there is a record, and the slot has
 * the flag YS_SLOT_INVALID.
 */
ys_status ys_scalar_read(ys_space *space, const ys_scalar *scalar,
                         ys_slot *slot);

/* Makes of a number with this text, which was read, what the space wants
 * (ys_wide): of an integer above INT64_MAX, or of a float with many digits. The
 * only failure is YS_NOMEM. */
ys_status ys_scalar_widen(ys_space *space, ys_str text, ys_slot *slot);

/* ---- keys ---------------------------------------------------------------- */

/*
 * Predicts the next key. Maps of one type mostly have the same keys in the same
 * order. So the two keys that last followed the two previous keys are tried
 * first. This costs a comparison each, while resolving and interning cost a
 * hash and a search.
 */
enum { YS_FOLLOWERS = 256 };

typedef struct ys_key_reader {
  ys_space *space;
  ys_buf text;
  uint32_t last;                            /* identifies the last two keys */
  const ys_key *followers[YS_FOLLOWERS][2]; /* strings read from plain scalars;
                                               the latest first */
} ys_key_reader;

/* Starts a reader, which the caller must release. Its keys belong to the
 * space. */
void ys_key_reader_init(ys_key_reader *reader, ys_space *space);
void ys_key_reader_release(ys_key_reader *reader);

/* Notes that `key` is now the last key. */
static inline void ys_key_was(ys_key_reader *reader, const ys_key *key) {
  reader->last = (reader->last << 4 ^ key->hash) % YS_FOLLOWERS;
}

/* Returns the predicted key with this text, or NULL. */
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

/* Returns the key that the scalar in `slot` makes. `plain` means that it was
 * written as a plain scalar. */
ys_status ys_key_of(ys_key_reader *reader, const ys_slot *slot, bool plain,
                    const ys_key **out);
