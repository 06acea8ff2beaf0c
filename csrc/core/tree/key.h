#pragma once

/*
 * core/tree/key.h - Kinds of values, interned keys, and shapes, which are keys
 * at fixed positions.
 */

#include "core/base/str.h"

typedef enum ys_kind {
  YS_NULL,
  YS_BOOL,
  YS_INT,
  YS_FLOAT,
  YS_STRING,
  YS_ARRAY,
  YS_MAP,
  YS_CLOSURE, /* a function of the host, known by its number; never from YAML */
  YS_ANY      /* a type only: no value is of this kind */
} ys_kind;

/* A set of kinds. */
typedef unsigned ys_kinds;
#define YS_KINDS(kind) (1u << (kind))

/* The name of a kind in reports: "null", "boolean", "integer", "float",
 * "string", "array", "map", "function" or "any" (reference#nodes). */
ys_str ys_kind_name(ys_kind kind);

/* ---- keys ---------------------------------------------------------------- */

/*
 * A key. The keys of one space are interned: two keys are equal if their
 * pointers are. The keys of a run have those of its schema as parent, so for a
 * key that the schema knows a run uses the schema's object.
 */
typedef struct ys_key {
  ys_str text; /* the canonical spelling if the key is not a string */
  uint32_t hash;
  uint32_t number; /* counts from 0 through the parent tables and this one; keys
                      with ascending numbers are all different */
  uint8_t kind;    /* ys_kind, of a scalar */
  bool plain; /* a string that JSON writes in quotes just as it is, in ASCII */
  const struct ys_key *next; /* the key that was interned next */
  /* The first eight bytes of the text and the quote that ends it in JSON, as
   * they stand in memory, and all bits of those bytes: a reader of JSON
   * compares them at once. */
  uint64_t head, mask;
} ys_key;

typedef struct ys_key_entry ys_key_entry;

typedef struct ys_keys {
  const struct ys_keys *parent;
  ys_arena *arena;
  ys_key_entry *table; /* open addressing, a power of two; from arena->memory */
  uint32_t count, capacity;
  uint32_t number; /* the number that the next key gets */
  uint64_t seed;
  ys_key *newest;
  bool has_scalars; /* a key is not a string */
  /* The key found last. Its `next` is tried first, since documents mostly have
   * their keys in the schema's order. */
  const ys_key *found;
} ys_keys;

void ys_keys_init(ys_keys *keys, ys_arena *arena, const ys_keys *parent);

/* Frees the table. The keys stay in the arena. */
void ys_keys_release(ys_keys *keys);

/* Forgets the keys of the table itself, before its arena is rewound. */
void ys_keys_forget(ys_keys *keys);

/* Finds or makes the key of this kind and text; a new key gets a copy of the
 * text. */
ys_status ys_keys_intern(ys_keys *keys, ys_kind kind, ys_str text,
                         const ys_key **out);

/* The key of this kind and text in the table, without its parents, or NULL. */
const ys_key *ys_keys_find(const ys_keys *keys, ys_kind kind, ys_str text);

/* Whether the table, without its parents, has the key of this kind and text. */
bool ys_keys_know(const ys_keys *keys, ys_kind kind, ys_str text);

/* Whether a key in the table or in its parents may be something else than a
 * string. */
bool ys_keys_have_scalars(const ys_keys *keys);

/* ---- shapes -------------------------------------------------------------- */

/* Keys at fixed positions, which all maps of one map type share. It never
 * changes after its schema was compiled. */
typedef struct ys_shape {
  const ys_key **keys; /* [count], all different */
  uint32_t count;
  uint32_t mask;                 /* for `index` */
  uint32_t *index;               /* the key's position + 1, or 0 */
  const struct ys_shape **below; /* [count]: the shape of the map below each
                                    key, or of the maps in arrays there; or
                                    NULL. A guess for readers of texts. */
} ys_shape;

/* Makes a shape of `keys`, an array in the same arena. */
ys_status ys_shape_make(ys_arena *arena, const ys_key **keys, uint32_t count,
                        ys_shape *out);

/* The position of `key`, or -1. */
int64_t ys_shape_search(const ys_shape *shape, const ys_key *key);

/* The same. `expect` is a guess. Keys mostly come in order,
 * and a correct guess costs one comparison. */
static inline int64_t ys_shape_find(const ys_shape *shape, const ys_key *key,
                                    uint32_t expect) {
  if (expect < shape->count && shape->keys[expect] == key) return expect;
  return ys_shape_search(shape, key);
}
