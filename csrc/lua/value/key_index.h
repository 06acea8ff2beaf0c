#pragma once

/*
 * lua/value/key_index.h - Finds the field of a map type by the address of a Lua
 * string, which is faster than to hash the text of the string.
 *
 * Lua keeps one copy of each short string. While a table keeps the strings of a
 * schema's keys alive, a string with the same address is the same string. Long
 * strings are not found; the caller looks for their text instead.
 */

#include "core/base/pairs.h"
#include "core/compile/schema.h"
#include "lua/base/compat.h"

typedef struct ysl_indexed_key {
  const void *string; /* address of the Lua string; NULL: a free place */
  uint32_t position;  /* of the key in the map type's shape */
} ysl_indexed_key;

/* The keys of one map type. Each type has a small table of its own, so that
 * the search for the keys of a map stays in few cache lines. */
typedef struct ysl_type_keys {
  struct ysl_type_keys *next;
  const ys_map_type *type;
  ysl_indexed_key *table; /* open addressing; never full */
  uint32_t mask;
  const struct ysl_type_keys **below; /* of each field: the keys of the map
                                          type in it, through arrays, or NULL */
} ysl_type_keys;

typedef struct ysl_key_index {
  ysl_type_keys *first; /* NULL: not made yet */
  ys_pairs types;       /* by their addresses */
} ysl_key_index;

/* Makes the index of a compiled schema, in its arena. Pushes a new table of the
 * strings, which has to live as long as the index. When it throws, the index is
 * as it was. */
void ysl_key_index_make(lua_State *L, ysl_key_index *names, ys_schema *schema);

/* A few bits of an address that differ for neighbours. */
static inline uint32_t ysl_address_hash(const void *address) {
  const uint64_t bits = (uint64_t)(uintptr_t)address;
  return (uint32_t)((bits * UINT64_C(0x9E3779B97F4A7C15)) >> 32);
}

/* The keys of the map type in a field, which may be an array of arrays of
 * maps. NULL: the field has none, or one of another schema. */
const ysl_type_keys *ysl_key_index_of(const ysl_key_index *names,
                                      const ys_field *field);

/* The position in the map type of the key that is the Lua string at this
 * address, or -1. */
static inline int64_t ysl_type_keys_find(const ysl_type_keys *names,
                                         const void *string) {
  uint32_t at = ysl_address_hash(string) & names->mask;
  for (; names->table[at].string != NULL; at = (at + 1) & names->mask)
    if (names->table[at].string == string) return names->table[at].position;
  return -1;
}
