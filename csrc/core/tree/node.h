#ifndef YS_TREE_NODE_H
#define YS_TREE_NODE_H

/*
 * core/tree/node.h - the tree: what a YAML document says, and where it says it.
 *
 * Collections hold slots; slots hold values. A document, a map entry and an
 * array item are all slots; only map entries have a key. Annotations, keys and
 * places belong to slots; kinds belong to values. A value is stored in its
 * slot, so moving a value from one slot to another is an assignment
 * (ys_slot_take) and a tree needs one allocation a slot.
 */

#include "core/text/diagnostic.h"

typedef enum ys_kind {
  YS_NULL,
  YS_BOOL,
  YS_INT,
  YS_FLOAT,
  YS_STRING,
  YS_ARRAY,
  YS_MAP,
  YS_CLOSURE, /* a host's function, known by its number; never from YAML */
  YS_ANY      /* a type only: no value is of this kind */
} ys_kind;

/* A set of kinds. */
typedef unsigned ys_kinds;
#define YS_KINDS(kind) (1u << (kind))

/* "null", "boolean", "integer", "float", "string", "array", "map", "function",
 * "any": the words of reports (reference#nodes). */
ys_str ys_kind_name(ys_kind kind);

/* ---- keys ---------------------------------------------------------------- */

/*
 * The keys of one space are interned: two keys are equal when their pointers
 * are. A run's keys have its schema's keys as parent, so that a key that the
 * schema knows is the schema's own object.
 */
typedef struct ys_key {
  ys_str text; /* of scalars that are no strings: their canonical spelling */
  uint32_t hash;
  uint32_t number; /* among those of its table and its table's parents, from 0:
                      keys of ascending numbers are all different */
  uint8_t kind;    /* ys_kind; a scalar's */
  const struct ys_key *next; /* the one that was new after this one */
} ys_key;

typedef struct ys_key_entry ys_key_entry;

typedef struct ys_keys {
  const struct ys_keys *parent;
  ys_arena *arena;
  ys_key_entry *table; /* open addressing, power of two; of arena->memory */
  uint32_t count, capacity;
  uint32_t number; /* of the next key */
  uint64_t seed;
  ys_key *newest;
  const ys_key *found; /* last: `next` of it is tried first, since documents
                          mostly have their keys in the schema's order */
} ys_keys;

void ys_keys_init(ys_keys *keys, ys_arena *arena, const ys_keys *parent);

/* Frees the table; the keys are the arena's. */
void ys_keys_release(ys_keys *keys);

/* The key of this kind and text, made (text copied) when it is new. */
ys_status ys_keys_intern(ys_keys *keys, ys_kind kind, ys_str text,
                         const ys_key **out);

/* ---- shapes -------------------------------------------------------------- */

/* Keys at fixed positions: what all maps of one map type have in common.
 * Immutable once made. */
typedef struct ys_shape {
  const ys_key **keys; /* [count], all different */
  uint32_t count;
  uint32_t mask;   /* of index */
  uint32_t *index; /* position + 1, or 0 */
} ys_shape;

/* Makes a shape over `keys`, an array of the same arena. */
ys_status ys_shape_make(ys_arena *arena, const ys_key **keys, uint32_t count,
                        ys_shape *out);

/* Position of `key`, or -1. `expect` is where the caller thinks it may be: keys
 * are mostly given in order, so that a hit there costs one comparison. */
int64_t ys_shape_find(const ys_shape *shape, const ys_key *key,
                      uint32_t expect);

/* ---- slots --------------------------------------------------------------- */

typedef struct ys_slot ys_slot;

/* What a map or an array holds. */
typedef struct ys_items {
  ys_slot *first, *last;
  const ys_shape *shape;  /* NULL, or: the first shape->count slots stand
                             side by side in memory, in the shape's order */
  struct ys_index *index; /* of a large map; made by ys_map_find(). Whoever
                             unlinks a slot, or puts one elsewhere
                             than at the end, sets it to NULL */
  struct ys_parts *parts; /* of a value with alternatives
                             (core/overlay/parts.h), or NULL */
} ys_items;

/* Slots that are linked by `next`, such as the documents of an input. Zeroed,
 * it is empty. */
typedef struct ys_slots {
  ys_slot *first, *last;
} ys_slots;

/* Flags of a slot. */
enum {
  YS_SLOT_FAULTY = 1, /* its value does not fit: not merged, not validated */
  YS_SLOT_DIRTY = 2,  /* something in it is at fault: its own rules don't run */
  YS_SLOT_UNSIGNED = 4, /* an integer above INT64_MAX, in u.natural */
  YS_SLOT_TUPLE = 8,    /* an array written as a tuple (annotations only) */
  YS_SLOT_WHOLE = 8,    /* a float that Lua gave and that an integer is, too */
  YS_SLOT_PENDING = 16, /* a default that a closure has yet to give: the kind
                           is YS_CLOSURE (run only) */
  YS_SLOT_DEFAULT = 32, /* nobody gave it; the schema did */
  YS_SLOT_GONE = 64, /* soon out of its collection: an overlay removed it, or it
                        is an entry that the schema does not know */
  YS_SLOT_MATCHER = 128 /* an array that is a matcher (annotations only) */
};

struct ys_slot {
  ys_slot *next;
  const ys_key *key; /* NULL unless the slot is a map entry */
  struct ys_annot
      *annots; /* core/annotation/annotation.h; in the order written */
  uint32_t line, column; /* of the key, the dash, the `---` */
  uint16_t source;
  uint8_t kind;  /* ys_kind, of the value */
  uint8_t flags; /* of slot and value */
  uint32_t size; /* bytes of a string; slots of a collection */
  union {
    bool boolean;
    int64_t integer;
    uint64_t natural;
    double number;
    const char *text;
    ys_items *items;
    uint32_t closure;
  } u;
};

static inline ys_str ys_slot_text(const ys_slot *slot) {
  return (ys_str){slot->u.text, slot->size};
}
static inline ys_place ys_slot_place(const ys_slot *slot) {
  return (ys_place){slot->line, slot->column, slot->source};
}

/* The last line where something below a slot begins, of the text that the slot
 * itself stands in: about, since only the first of many nodes are asked. */
uint32_t ys_slot_last_line(const ys_slot *slot);
static inline void ys_slot_set_place(ys_slot *slot, ys_place place) {
  slot->line = place.line;
  slot->column = place.column;
  slot->source = place.source;
}
static inline bool ys_is_collection(const ys_slot *slot) {
  return slot->kind == YS_MAP || slot->kind == YS_ARRAY;
}

/* Makes `slot` an empty collection. Only the value changes. */
ys_status ys_slot_make_collection(ys_arena *arena, ys_slot *slot, ys_kind kind);

/* Makes `slot` a string that points to `text`; longer than 4 GiB cannot be. */
void ys_slot_set_text(ys_slot *slot, ys_str text);

/* Puts `item` at the end of a collection. Keys are not compared. */
void ys_slot_append(ys_slot *collection, ys_slot *item);

/* Takes the slots that are flagged YS_SLOT_GONE out of a collection, which
 * loses its shape, its index and its parts. */
void ys_slot_sweep(ys_slot *collection);

/* Puts a slot at the end of a list. */
void ys_slots_add(ys_slots *list, ys_slot *slot);

/* Takes the first slot off a list; NULL: there is none. */
ys_slot *ys_slots_take(ys_slots *list);

/* Takes over value and place of `from`, and leaves key, annotations and
 * neighbours. */
void ys_slot_take(ys_slot *slot, const ys_slot *from);

/* The entry of `map` with this key (of the same space, or of its parent), or
 * NULL. O(1): large maps without a shape get an index, which needs memory;
 * without memory the search is linear, but right. */
ys_slot *ys_map_find(ys_arena *arena, ys_slot *map, const ys_key *key);

/* Copies key, value and place of `from`, deeply, into `to`; texts are shared
 * (same space) and annotations left out. `next` is untouched. */
ys_status ys_slot_copy(ys_arena *arena, const ys_slot *from, ys_slot *to);

/* Copies key, value, place and annotations deeply, as they stand; texts and
 * annotations are shared. `next` becomes NULL. */
ys_status ys_slot_clone(ys_arena *arena, const ys_slot *from, ys_slot *to);

/* Gives the slot and all below it one place: what a program made. */
void ys_slot_set_places(ys_slot *slot, ys_place place);

/* The same for those that have no place: what a program put together. */
void ys_slot_settle_places(ys_slot *slot, ys_place place);

/* Deep equality of values; an integer equals the float of the same value. Map
 * entries are compared by key, whatever their order. Keys may be of different
 * spaces. */
bool ys_slot_equal(const ys_slot *a, const ys_slot *b);

/* A hash that equal values share; `seed` as ys_hash()'s, and odd. False: the
 * value is nan or holds one, and so equals nothing. */
bool ys_slot_hash(uint64_t seed, const ys_slot *slot, uint64_t *hash);

/* ---- paths --------------------------------------------------------------- */

/* The way from the root to a slot, on the walker's stack. */
typedef struct ys_path {
  const struct ys_path *up; /* NULL: this is the document */
  const ys_key *key;        /* NULL: an array item */
  uint32_t index;           /* of the item */
} ys_path;

#define YS_PATH_EVERY UINT32_MAX /* as index: each item of the array, `[]` */

/* `a.b[0].c`, a key with characters other than letters, digits, `_` and `-`
 * as `["tls.crt"]` (reference#paths); "" for the document. */
ys_status ys_path_text(ys_arena *arena, const ys_path *path, ys_str *out);

/* ---- spaces -------------------------------------------------------------- */

/* What an arena cannot own, such as the codes of regular expressions, and how
 * to be rid of it. */
typedef struct ys_resource {
  struct ys_resource *next;
  void (*release)(void *what);
  void *what;
} ys_resource;

/*
 * One arena, and what was interned, read and found in it. Schemas and runs
 * each are one; all trees of a space share its keys.
 */
typedef struct ys_space {
  ys_arena arena;
  ys_keys keys;
  ys_sources sources;
  ys_diags diags;
  ys_limits limits;
  bool libyaml_only; /* texts are read by libyaml alone, for comparison */
  bool strict;       /* YAML 1.2's plain scalars only (reference#strict-mode) */
  bool refuse_comments;       /* plain comments beside annotations are faults */
  ys_resource *resources;     /* the newest first */
  struct ys_regexps *regexps; /* of core/type/regexp.c; NULL until needed */
  const struct ys_host *functions; /* calls those of the schema in the middle of
                                      a check; NULL: there are none to call */
  struct ys_memos *memos; /* of core/type/fields.c; NULL until needed */
  uint64_t grafted;       /* slots that ys_copy_annotated has made */
  uint32_t defaults;      /* slots that core/check/fill.c has made */
} ys_space;

/* A child space starts with its parent's sources at the same indexes, and
 * with its limits and its ways of reading. The parent has to outlive it. Is to
 * be released, also when this fails, as it does for a child only. */
ys_status ys_space_init(ys_space *space, ys_memory memory,
                        const ys_space *parent);
void ys_space_release(ys_space *space);

/* Takes over `what`, also on failure: `release` is called with it before the
 * space's arena goes, what came last first. */
ys_status ys_space_own(ys_space *space, void (*release)(void *what),
                       void *what);

/* Appends a record to the space; NULL when out of memory. */
ys_diag *ys_space_fault(ys_space *space, ys_code code, ys_place at,
                        ys_place by);

/* The same for a record of one place and up to two arguments, texts that live
 * as long as the space. Fails only for want of memory. */
ys_status ys_space_note(ys_space *space, ys_code code, ys_place at,
                        ys_str first, ys_str second);

/* The same for a limit that was met: the number is the argument. */
ys_status ys_space_limit(ys_space *space, ys_code code, ys_place at,
                         uint64_t limit);

/* The key of `shape` that is nearest to `given`, or "". Total effort is
 * bounded for each space: after some thousand comparisons no more hints are
 * looked for, so that a hopeless document costs linear time. */
ys_str ys_space_nearest(ys_space *space, ys_str given, const ys_shape *shape);

#endif
