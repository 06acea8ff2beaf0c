#pragma once

/*
 * core/type/selector.h - Alternatives that a key selects: `by="kind"`
 * (reference#alternatives-by-a-key).
 *
 * Each alternative is a map whose schema has the key, and shows there the value
 * that selects the alternative.
 */

#include "core/type/type.h"

struct ys_selector {
  const ys_key *key;
  uint32_t count;
  const ys_slot **kinds; /* [count]: the value that selects an alternative */
  uint64_t seed;         /* of the hashes of these values */
  uint32_t mask;
  uint32_t *table; /* by hash: the index of an alternative + 1, or 0 */
};

/* The value that the schema of an alternative shows for a key. Returns NULL if
 * the alternative is no map, does not have the key, or shows no scalar there.
 */
const ys_slot *ys_selector_value(const ys_field *alternative,
                                 const ys_key *key);

/* Makes a selector, which the arena of the space owns. `twice` is set to the
 * index of the first value that is equal to an earlier one, or to `count`. */
ys_status ys_selector_make(ys_space *space, const ys_key *key,
                           const ys_slot **kinds, uint32_t count,
                           ys_selector **out, uint32_t *twice);

/* Gives the entry of a map that selects an alternative. NULL: the map has no
 * such key, or the value is no map. */
ys_slot *ys_selector_entry(const ys_selector *selector, const ys_slot *value);

/* Gives the index of the alternative that the value of the key selects, or -1.
 */
int64_t ys_selector_find_kind(const ys_selector *selector, const ys_slot *kind);

/* Gives the index of the alternative that a value selects, or -1. Only maps
 * select, by the value of their key. */
int64_t ys_selector_find(const ys_selector *selector, const ys_slot *value);

/* Some of the alternatives of a choice: from `first` up to but not including
 * `end`. */
typedef struct ys_range {
  uint32_t first, end;
} ys_range;

/* Gives the alternatives that a value may fit: all of them, or with `by=` the
 * one that it selects, or none. */
ys_range ys_choice_range(const ys_choice *choice, const ys_slot *value);

/* Gives the values that select an alternative: `one of "file", "remote"`. */
ys_status ys_selector_words(ys_arena *arena, const ys_selector *selector,
                            ys_str *out);

/* Gives a value that selects nothing as reports show it: a scalar itself, with
 * at most 60 bytes of a string, or the kind of a collection. */
ys_status ys_selector_found(ys_arena *arena, const ys_slot *value, ys_str *out);

/* Gives a hint with the value that was perhaps meant, or "". The text is in the
 * arena of the space. `meant` is set to the value if it surely was, or to "".
 */
ys_status ys_selector_hint(ys_space *space, const ys_selector *selector,
                           const ys_slot *value, ys_str *out, ys_str *meant);
