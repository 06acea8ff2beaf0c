#ifndef YS_TREE_NODE_H
#define YS_TREE_NODE_H

/*
 * core/tree/node.h - the tree: the content of a YAML document, with places.
 *
 * Collections hold slots, and slots hold values. A document, a map entry and an
 * array item are all slots; only map entries have a key. Annotations, keys and
 * places belong to slots; kinds belong to values. A value is stored in its
 * slot. So moving a value to another slot is an assignment (ys_slot_take), and
 * a tree needs one allocation per slot.
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
  /* The key found last. Its `next` is tried first, since documents mostly have
   * their keys in the schema's order. */
  const ys_key *found;
} ys_keys;

void ys_keys_init(ys_keys *keys, ys_arena *arena, const ys_keys *parent);

/* Frees the table. The keys stay in the arena. */
void ys_keys_release(ys_keys *keys);

/* Finds or makes the key of this kind and text; a new key gets a copy of the
 * text. */
ys_status ys_keys_intern(ys_keys *keys, ys_kind kind, ys_str text,
                         const ys_key **out);

/* Whether the table, without its parents, has the key of this kind and text. */
bool ys_keys_know(const ys_keys *keys, ys_kind kind, ys_str text);

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

/* The position of `key`, or -1. `expect` is a guess. Keys mostly come in order,
 * and a correct guess costs one comparison. */
int64_t ys_shape_find(const ys_shape *shape, const ys_key *key,
                      uint32_t expect);

/* ---- slots --------------------------------------------------------------- */

typedef struct ys_slot ys_slot;

/* The content of a map or an array. */
typedef struct ys_items {
  ys_slot *first, *last;
  const ys_shape *shape;  /* NULL, or: the first shape->count slots stand
                             side by side in memory, in the shape's order */
  struct ys_index *index; /* the index of a large map, made by ys_map_find().
                             Code that unlinks a slot, or adds one elsewhere
                             than at the end, sets it to NULL */
  struct ys_parts *parts; /* the parts of a value with alternatives
                             (core/overlay/parts.h), or NULL */
} ys_items;

/* A list of slots linked by `next`, such as the documents of an input. A zeroed
 * list is empty. */
typedef struct ys_slots {
  ys_slot *first, *last;
} ys_slots;

/* Flags of a slot. */
enum {
  YS_SLOT_FAULTY = 1, /* its value does not fit: not merged, not validated */
  YS_SLOT_DIRTY = 2, /* something in it is at fault: its own rules do not run */
  YS_SLOT_UNSIGNED = 4, /* an integer above INT64_MAX, in u.natural */
  YS_SLOT_TUPLE = 8,    /* an array written as a tuple (annotations only) */
  YS_SLOT_WHOLE = 8,    /* a float from Lua that is also an integer */
  YS_SLOT_EITHER = 8,   /* a map from Lua that may as well be an array: an
                           empty table */
  YS_SLOT_PENDING = 16, /* a default that a closure has still to compute; the
                           kind is YS_CLOSURE (in runs only) */
  YS_SLOT_DEFAULT = 32, /* a default of the schema, not given by the user */
  YS_SLOT_GONE = 64, /* about to leave its collection: an overlay removed it, or
                        the schema does not know its key */
  YS_SLOT_MATCHER = 128 /* an array that is a matcher (annotations only) */
};

struct ys_slot {
  ys_slot *next;
  const ys_key *key; /* NULL unless the slot is a map entry */
  struct ys_annot
      *annots; /* core/annotation/annotation.h; in the order written */
  uint32_t line, column; /* where the key, the dash or the `---` stands */
  uint16_t source;
  uint8_t kind;  /* ys_kind of the value */
  uint8_t flags; /* flags of the slot and of its value */
  uint32_t size; /* the bytes of a string, or the slots of a collection */
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

/* The last line on which something below the slot begins, in the text of the
 * slot itself. It is an estimate, because only the first 200 nodes are
 * visited. */
uint32_t ys_slot_last_line(const ys_slot *slot);
static inline void ys_slot_set_place(ys_slot *slot, ys_place place) {
  slot->line = place.line;
  slot->column = place.column;
  slot->source = place.source;
}
static inline bool ys_is_collection(const ys_slot *slot) {
  return slot->kind == YS_MAP || slot->kind == YS_ARRAY;
}

/* Makes `slot` an empty collection. Only its value changes. */
ys_status ys_slot_make_collection(ys_arena *arena, ys_slot *slot, ys_kind kind);

/* Makes `slot` a string that points to `text`, which must be shorter than 4
 * GiB. */
void ys_slot_set_text(ys_slot *slot, ys_str text);

/* Appends `item` to a collection. Keys are not compared. */
void ys_slot_append(ys_slot *collection, ys_slot *item);

/* Removes the slots with the flag YS_SLOT_GONE from a collection. The
 * collection loses its shape, its index and its parts. */
void ys_slot_sweep(ys_slot *collection);

/* Appends a slot to a list. */
void ys_slots_add(ys_slots *list, ys_slot *slot);

/* Removes the first slot of a list and returns it, or NULL if the list is
 * empty. */
ys_slot *ys_slots_take(ys_slots *list);

/* Copies value and place of `from`; key, annotations and neighbours of `slot`
 * stay. */
void ys_slot_take(ys_slot *slot, const ys_slot *from);

/* Returns the entry of `map` with this key, or NULL. The key is of the same
 * space or of its parent. Takes constant time: a large map without a shape gets
 * an index. Without memory for the index the search is linear. */
ys_slot *ys_map_find(ys_arena *arena, ys_slot *map, const ys_key *key);

/* Copies key, value and place of `from` deeply, but no annotations. Texts are
 * shared, so both slots must be of the same space. `next` is not changed. */
ys_status ys_slot_copy(ys_arena *arena, const ys_slot *from, ys_slot *to);

/* Copies key, value, place and annotations of `from` deeply and unchanged.
 * Texts and annotations are shared. `next` becomes NULL. */
ys_status ys_slot_clone(ys_arena *arena, const ys_slot *from, ys_slot *to);

/* Gives the slot and everything below it one place, for values made by a
 * program. */
void ys_slot_set_places(ys_slot *slot, ys_place place);

/* Gives the place to those slots of the tree that have none, for values that a
 * program put together. */
void ys_slot_settle_places(ys_slot *slot, ys_place place);

/* Compares values deeply. An integer equals a float of the same value. Map
 * entries are compared by key in any order. The keys may be of different
 * spaces. */
bool ys_slot_equal(const ys_slot *a, const ys_slot *b);

/* Computes a hash that equal values share. `seed` is as in ys_hash(), and odd.
 * Returns false if the value is or contains nan, and so equals nothing. */
bool ys_slot_hash(uint64_t seed, const ys_slot *slot, uint64_t *hash);

/* ---- paths --------------------------------------------------------------- */

/* A path from the root to a slot. Its links live on the stack of the code that
 * walks the tree. */
typedef struct ys_path {
  const struct ys_path *up; /* NULL for the document */
  const ys_key *key;        /* NULL for an array item */
  uint32_t index;           /* of the item */
} ys_path;

/* An index that stands for every item of an array: `[]`. */
#define YS_PATH_EVERY UINT32_MAX

/* The text of a path: `a.b[0].c`. A key with other characters than letters,
 * digits, `_` and `-` becomes `["tls.crt"]` (reference#paths). The document's
 * path is "". */
ys_status ys_path_text(ys_arena *arena, const ys_path *path, ys_str *out);

/* Appends a key as it stands between the quotes of a path. */
void ys_path_escape(ys_buf *out, ys_str text);

/* ---- spaces -------------------------------------------------------------- */

/* Something that an arena cannot own, such as a compiled regular expression,
 * with the function that frees it. */
typedef struct ys_resource {
  struct ys_resource *next;
  void (*release)(void *what);
  void *what;
} ys_resource;

/*
 * One arena with the keys, sources, trees and records in it. A schema and a run
 * are one space each; all trees of a space share its keys.
 */
typedef struct ys_space {
  ys_arena arena;
  ys_keys keys;
  ys_sources sources;
  uint32_t inherited_sources; /* how many of them are the parent's */
  ys_diags diags;
  ys_limits limits;
  bool libyaml_only; /* only libyaml reads texts; used to compare the readers */
  bool strict;       /* YAML 1.2's plain scalars only (reference#strict-mode) */
  bool tell_all;     /* a report tells every place of a repeated fault */
  bool refuse_comments;       /* plain comments beside annotations are faults */
  ys_resource *resources;     /* newest first */
  struct ys_regexps *regexps; /* see core/type/regexp.c; NULL until needed */
  const struct ys_host *functions; /* calls closures of the schema during a
                                      check; NULL if there are none */
  struct ys_memos *memos;   /* see core/type/fields.c; NULL until needed */
  const ys_shape *expected; /* the shape that a document probably has, which
                               lets a text be read faster; or NULL */
  const struct ys_secret *secrets; /* see core/tree/secret.h; newest first */
  const struct ys_masks *masks;    /* see core/print/conceal.h; NULL: not made,
                                      or from these secrets and sources: */
  const struct ys_secret *masked;
  uint32_t masked_sources;
  uint64_t grafted;  /* number of slots that ys_copy_annotated() has made */
  uint32_t defaults; /* number of slots that core/check/fill.c has made */
} ys_space;

/* Starts a space. A child space has its parent's sources at the same indexes,
 * its limits and its options; the parent must outlive it. The caller must
 * release the space even when this fails, which happens only for a child. */
ys_status ys_space_init(ys_space *space, ys_memory memory,
                        const ys_space *parent);
void ys_space_release(ys_space *space);

/* Takes over `what`, even on failure. Before the space's arena is freed,
 * `release` is called with it; the newest resource goes first. */
ys_status ys_space_own(ys_space *space, void (*release)(void *what),
                       void *what);

/* Appends a record to the space; NULL when out of memory. */
ys_diag *ys_space_fault(ys_space *space, ys_code code, ys_place at,
                        ys_place by);

/* Appends a record with one place and up to two arguments, which are texts that
 * live as long as the space. The only failure is YS_NOMEM. */
ys_status ys_space_note(ys_space *space, ys_code code, ys_place at,
                        ys_str first, ys_str second);

/* Appends a record about an exceeded limit, whose number is the argument. */
ys_status ys_space_limit(ys_space *space, ys_code code, ys_place at,
                         uint64_t limit);

/* Takes the effort of a search among `count` names out of the bound that
 * ys_space_nearest() has. False: there are no more hints. */
bool ys_space_may_hint(ys_space *space, uint32_t count);

/* The key of `shape` that is nearest to `given`, or "". Each space has a bound
 * on the total effort: after some thousand comparisons no more hints are
 * searched for, so that a document full of faults still takes linear time. */
ys_str ys_space_nearest(ys_space *space, ys_str given, const ys_shape *shape);

#endif
