#pragma once

/*
 * core/tree/node.h - The tree: the content of a YAML document, with places.
 *
 * Collections hold slots, and slots hold values. A document, a map entry and an
 * array item are all slots; only map entries have a key. Annotations, keys and
 * places belong to slots; kinds belong to values. A value is stored in its
 * slot. So moving a value to another slot is an assignment (ys_slot_take), and
 * a tree needs one allocation per slot.
 */

#include "core/text/folding.h"
#include "core/text/mask.h"
#include "core/tree/exact.h"
#include "core/tree/path.h"

/* The last slot of a collection, or NULL. Where there is no ys_items, this
 * walks to the end. */
ys_slot *ys_slot_last(const ys_slot *collection);

/* The last line on which something below the slot begins, in the text of the
 * slot itself. It is an estimate, because only the first 200 nodes are
 * visited. */
uint32_t ys_slot_last_line(const ys_slot *slot);

/* Makes `slot` an empty collection with a ys_items, to which slots are appended
 * one by one. Only its value changes. */
ys_status ys_slot_make_collection(ys_arena *arena, ys_slot *slot, ys_kind kind);

/* Gives a collection a ys_items, if it has none. */
ys_status ys_slot_need_items(ys_arena *arena, ys_slot *slot, ys_items **out);

/* Notes that the first slots of a map are those of the shape. Nothing is noted
 * for a small shape, because a search among few entries is as fast. */
ys_status ys_slot_set_shape(ys_arena *arena, ys_slot *map,
                            const ys_shape *shape);

/* Gives a collection the `count` slots of a list, whose last one has no
 * successor. The collection loses its shape, its index and its parts. */
void ys_slot_relink(ys_slot *collection, const ys_slots *list, uint32_t count);

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
ys_status ys_slot_take(ys_arena *arena, ys_slot *slot, const ys_slot *from);

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
ys_status ys_slot_set_places(ys_arena *arena, ys_slot *slot, ys_place place);

/* Gives the place to those slots of the tree that have none, for values that a
 * program put together. */
ys_status ys_slot_settle_places(ys_arena *arena, ys_slot *slot, ys_place place);

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
  YS_ROOM_COVERAGE,   /* core/coverage/coverage.h */
  YS_ROOM_COUNT
} ys_room;

/* The reading of a number that needs more than 64 bits. */
typedef enum ys_wide {
  YS_WIDE_ERROR,
  YS_WIDE_FLOAT, /* the nearest float, or an infinity */
  YS_WIDE_LUA,   /* the same, also for an integer that Lua 5.4 does not have */
  YS_WIDE_EXACT  /* its digits are kept, and so are those of floats with more of
                    them than a double has (ys_exact) */
} ys_wide;

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
  ys_wide wide;
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
  const struct ys_extracts *extracts; /* see core/tree/mark.h */
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

/* Drops those that will not be reported. */
static inline ys_status ys_space_settle_now(ys_space *space) {
  return ys_folding_settle(&space->folding, &space->diags, &space->arena,
                           space->limits.max_violations);
}

/* The same, if there are many. */
static inline ys_status ys_space_settle(ys_space *space) {
  if (!space->folding.open || !ys_folding_is_full(&space->folding))
    return YS_OK;
  return ys_space_settle_now(space);
}

/* Sorts the records by ys_diags_sort(), for the last time. */
ys_status ys_space_sort_records(ys_space *space);

/* Removes all records. */
void ys_space_forget_records(ys_space *space);

/* Appends a record to the space; NULL when out of memory. */
ys_diag *ys_space_diagnose(ys_space *space, ys_code code, ys_place at,
                           ys_place by);

/* The arguments of a record, of which the last may be left out. */
#define YS_ARGUMENTS(...) ((const ys_str[YS_DIAG_ARGS]){__VA_ARGS__})

/* Appends a record with its arguments, which are texts that live as long as the
 * space. The only failure is YS_NOMEM. */
ys_status ys_space_record(ys_space *space, ys_code code, ys_place at,
                          ys_place by, const ys_str *arguments);

/* The same for one place and up to two arguments. */
ys_status ys_space_note(ys_space *space, ys_code code, ys_place at,
                        ys_str first, ys_str second);

/* The same for an error: gives YS_INVALID. */
ys_status ys_space_refuse(ys_space *space, ys_code code, ys_place at,
                          ys_str first, ys_str second);

/* Appends an error about an exceeded limit, whose number is the argument: gives
 * YS_INVALID. */
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
