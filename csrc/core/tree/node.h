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

#include "core/text/folding.h"
#include "core/text/mask.h"
#include "core/tree/key.h"
#include "core/tree/path.h"

/* ---- slots --------------------------------------------------------------- */

typedef struct ys_slot ys_slot;

/*
 * The content of a large or growing map or array. Most collections need only
 * their first slot, so their value is just a pointer to it. The others have a
 * ys_items, and their value is its address with the lowest bit set.
 */
typedef struct ys_items {
  ys_slot *first, *last;
  const ys_shape *shape;  /* NULL, or: the first shape->count slots stand
                             side by side in memory, in the shape's order */
  uint32_t removed;       /* how many slots wait for ys_slot_sweep() */
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

/* Flags of a slot. Two bits are the variant of its value, which has a meaning
 * of its own for each kind. */
enum {
  YS_SLOT_INVALID = 1, /* its value does not fit: not merged, not validated */
  YS_SLOT_DIRTY = 2, /* something in it is invalid: its own rules do not run */
  YS_SLOT_PENDING = 16,  /* a default that a closure has still to compute; the
                            kind is YS_CLOSURE (in runs only) */
  YS_SLOT_DEFAULT = 32,  /* a default of the schema, not given by the user */
  YS_SLOT_REMOVED = 64,  /* about to be removed: by an overlay, or as unknown */
  YS_SLOT_UNGIVEN = 128, /* an entry that a default wrote (tree/given.h) */

  YS_SLOT_VARIANT = 4 | 8,
  YS_SLOT_UNSIGNED = 4,  /* of an integer: above INT64_MAX, in u.natural */
  YS_SLOT_WHOLE = 8,     /* of a float of Lua or JSON: it is an integer, too */
  YS_SLOT_CONVERTED = 4, /* of such a float: it was given as an integer */
  YS_SLOT_TUPLE = 8,     /* of an array in an annotation: written as a tuple */
  YS_SLOT_MATCHER = 4,   /* of an array in an annotation: it is a matcher */
  YS_SLOT_EITHER = 8     /* of a map of Lua: empty, so it may be an array */
};

/* Where the key, the dash or the `---` stands: the line in the upper half, and
 * twice the column. */
typedef uint64_t ys_where;

/* What few slots have. A slot with it has its line and column there. */
typedef struct ys_notes {
  struct ys_annot
      *annots; /* core/annotation/annotation.h; in the order written */
  ys_where where;
} ys_notes;

struct ys_slot {
  ys_slot *next;
  const ys_key *key; /* NULL unless the slot is a map entry */
  ys_where where;    /* or the address of a ys_notes plus 1 */
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
    ys_slot *first;    /* of a collection, through ys_slot_first() */
    uintptr_t content; /* the same, or the address of its ys_items plus 1 */
    uint32_t closure;
  } u;
};

static inline ys_str ys_slot_text(const ys_slot *slot) {
  return (ys_str){slot->u.text, slot->size};
}

/* The notes of a slot, or NULL. */
static inline ys_notes *ys_slot_notes(const ys_slot *slot) {
  const uintptr_t address = (uintptr_t)slot->where;
  return (address & 1) == 0 ? NULL : (ys_notes *)(address - 1);
}
static inline ys_where ys_slot_where(const ys_slot *slot) {
  const ys_notes *notes = ys_slot_notes(slot);
  return notes == NULL ? slot->where : notes->where;
}

/* A column is at most INT32_MAX; one beyond, in a line of gigabytes, is
 * reported as that. */
static inline ys_where ys_where_of(uint32_t line, uint32_t column) {
  const uint32_t most = INT32_MAX;
  return (ys_where)line << 32 | (column < most ? column : most) << 1;
}
static inline uint32_t ys_slot_line(const ys_slot *slot) {
  return (uint32_t)(ys_slot_where(slot) >> 32);
}
static inline ys_place ys_slot_place(const ys_slot *slot) {
  const ys_where where = ys_slot_where(slot);
  return (ys_place){(uint32_t)(where >> 32), (uint32_t)where >> 1,
                    slot->source};
}
static inline struct ys_annot *ys_slot_annots(const ys_slot *slot) {
  const ys_notes *notes = ys_slot_notes(slot);
  return notes == NULL ? NULL : notes->annots;
}

/* Gives the slot these annotations instead of those that it has. It gets notes
 * of its own, because copies of a slot share them. */
ys_status ys_slot_annotate(ys_arena *arena, ys_slot *slot,
                           struct ys_annot *annots);

/* Takes the annotations away. */
static inline void ys_slot_drop_annots(ys_slot *slot) {
  slot->where = ys_slot_where(slot);
}

/* Whether a collection has more than a pointer to its first slot. */
static inline bool ys_slot_has_items(const ys_slot *collection) {
  return (collection->u.content & 1) != 0;
}
/* What it has then, or NULL. */
static inline ys_items *ys_slot_items(const ys_slot *collection) {
  return ys_slot_has_items(collection) ? (ys_items *)(collection->u.content - 1)
                                       : NULL;
}

/* Where the pointer to the first slot of a collection stands. */
static inline ys_slot **ys_slot_link(ys_slot *collection) {
  return ys_slot_has_items(collection) ? &ys_slot_items(collection)->first
                                       : &collection->u.first;
}
static inline ys_slot *ys_slot_first(const ys_slot *collection) {
  return ys_slot_has_items(collection) ? ys_slot_items(collection)->first
                                       : collection->u.first;
}

static inline struct ys_parts *ys_slot_parts(const ys_slot *collection) {
  const ys_items *items = ys_slot_items(collection);
  return items == NULL ? NULL : items->parts;
}

/* The last slot of a collection, or NULL. Where there is no ys_items, this
 * walks to the end. */
ys_slot *ys_slot_last(const ys_slot *collection);

/* The last line on which something below the slot begins, in the text of the
 * slot itself. It is an estimate, because only the first 200 nodes are
 * visited. */
uint32_t ys_slot_last_line(const ys_slot *slot);
static inline void ys_slot_set_place(ys_slot *slot, ys_place place) {
  ys_notes *notes = ys_slot_notes(slot);
  *(notes == NULL ? &slot->where : &notes->where) =
      ys_where_of(place.line, place.column);
  slot->source = place.source;
}
static inline bool ys_is_collection(const ys_slot *slot) {
  return slot->kind == YS_MAP || slot->kind == YS_ARRAY;
}

/* Makes `slot` an empty collection with a ys_items, to which slots are appended
 * one by one. Only its value changes. */
ys_status ys_slot_make_collection(ys_arena *arena, ys_slot *slot, ys_kind kind);

/* Makes `slot` an empty collection without a ys_items. Only its value changes.
 * The caller links the slots, and sets `size`. */
static inline void ys_slot_make_bare(ys_slot *slot, ys_kind kind) {
  slot->kind = (uint8_t)kind;
  slot->flags = (uint8_t)(slot->flags & ~YS_SLOT_VARIANT);
  slot->size = 0;
  slot->u.first = NULL;
}

/* Gives a collection a ys_items, if it has none. */
ys_status ys_slot_need_items(ys_arena *arena, ys_slot *slot, ys_items **out);

/* Notes that the first slots of a map are those of the shape. Nothing is noted
 * for a small shape, because a search among few entries is as fast. */
ys_status ys_slot_set_shape(ys_arena *arena, ys_slot *map,
                            const ys_shape *shape);

/* Gives a collection the `count` slots of a list, whose last one has no
 * successor. The collection loses its shape, its index and its parts. */
void ys_slot_relink(ys_slot *collection, const ys_slots *list, uint32_t count);

/* Makes `slot` a string that points to `text`, which must be shorter than 4
 * GiB. */
void ys_slot_set_text(ys_slot *slot, ys_str text);

/* Appends `item` to a collection. Keys are not compared. Without a ys_items,
 * this walks to the end. */
void ys_slot_append(ys_slot *collection, ys_slot *item);

/* Appends the `count` slots of a list, whose last one has no successor. */
void ys_slot_append_all(ys_slot *collection, const ys_slots *list,
                        uint32_t count);

/* Removes the slots with the flag YS_SLOT_REMOVED from a collection. The
 * collection loses its shape, its index and its parts. */
void ys_slot_sweep(ys_slot *collection);

/* Appends a slot to a list. */
void ys_slots_add(ys_slots *list, ys_slot *slot);

/* Removes the first slot of a list and returns it, or NULL. */
ys_slot *ys_slots_take(ys_slots *list);

/* Copies value and place of `from`. Everything else of `slot` stays. */
void ys_slot_take(ys_slot *slot, const ys_slot *from);

/* Copies value and place of `from`, which may be `slot` itself. It has no
 * annotations afterwards; key and neighbours stay. */
void ys_slot_become(ys_slot *slot, const ys_slot *from);

/* Gives an entry another key. The map loses its shape. */
ys_status ys_map_rekey(ys_arena *arena, ys_slot *map, ys_slot *entry,
                       const ys_key *key);

/* Returns the entry of `map` with this key, or NULL, in constant time: a large
 * map without a shape gets an index. The key is of the same space or of its
 * parent. */
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

/* ---- spaces -------------------------------------------------------------- */

/* Something that an arena cannot own, such as a compiled regular expression,
 * with the function that frees it. */
typedef struct ys_resource {
  struct ys_resource *next;
  void (*release)(void *what);
  void *what;
} ys_resource;

/* The nodes that were made beyond those of the texts: see core/tree/charge.h.
 */
typedef struct ys_charges {
  uint64_t copied;    /* of schemas in schemas */
  uint64_t instances; /* of templates */
  uint32_t made;      /* by defaults, overlays and functions */
} ys_charges;

/* The rooms after this one that keep a state of their own for each space. Only
 * the room itself knows what its state is. */
typedef enum ys_room {
  YS_ROOM_ANNOTATION, /* core/annotation/host.h */
  YS_ROOM_PRINT,      /* core/print/masking.c */
  YS_ROOM_TYPE,       /* core/type/state.h */
  YS_ROOM_PROVENANCE, /* core/provenance/provenance.h */
  YS_ROOM_COUNT
} ys_room;

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
  ys_folding folding; /* drops what a report for people does not show */
  ys_arena *records;  /* of new records; NULL: `arena` */
  ys_limits limits;
  bool libyaml_only; /* only libyaml reads texts; used to compare the readers */
  bool strict;       /* YAML 1.2's plain scalars only (reference#strict-mode) */
  bool core_schema;  /* YAML 1.2's core schema (reference#yaml-12) */
  bool report_all;   /* a report shows every place of a repeated violation */
  bool refuse_comments; /* plain comments beside annotations are errors */
  bool keep_comments;   /* slots keep plain comments, as annotations without a
                           name; never if they are compiled or merged */
  bool plain_text;      /* any annotation will be refused: slots keep all */
  bool sparse; /* the result is not read: defaults on which no verdict depends
                  are not made */
  ys_resource *resources;   /* newest first */
  const ys_shape *expected; /* the probable shape of a document, or NULL */
  ys_mask_path *mask_path;  /* of the schema of the data, or NULL */
  const struct ys_sensitive
      *sensitives; /* see core/tree/sensitive.h; newest first */
  ys_charges charges;
  void *rooms[YS_ROOM_COUNT]; /* their states; NULL until they are needed */
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

/* The arena for new records and their texts. Only records may refer to what is
 * in it (core/text/folding.h). */
static inline ys_arena *ys_space_records(ys_space *space) {
  return space->records != NULL ? space->records : &space->arena;
}

/* Begins and ends a step in which nothing but the list will refer to new
 * records when ys_space_settle() is called. Does nothing if all are kept. */
ys_status ys_space_open_records(ys_space *space);
ys_status ys_space_close_records(ys_space *space);

/* Drops those that will not be reported, if there are many. */
static inline ys_status ys_space_settle(ys_space *space) {
  if (!space->folding.open || !ys_folding_is_full(&space->folding))
    return YS_OK;
  return ys_folding_settle(&space->folding, &space->diags, &space->arena);
}

/* Sorts the records by ys_diags_sort(), for the last time. */
ys_status ys_space_sort_records(ys_space *space);

/* Removes all records. */
void ys_space_forget_records(ys_space *space);

/* Appends a record to the space; NULL when out of memory. */
ys_diag *ys_space_diagnose(ys_space *space, ys_code code, ys_place at,
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

/* The key of `shape` that is nearest to `given`, or "". Unless `sure` is NULL,
 * it is set to this key if it was surely meant (ys_nearest_is_sure), or to
 * NULL. Each space has a bound on the total effort: after some thousand
 * comparisons no more hints are searched for, so that a document full of errors
 * still takes linear time. */
ys_str ys_space_nearest(ys_space *space, ys_str given, const ys_shape *shape,
                        const ys_key **sure);

#endif
