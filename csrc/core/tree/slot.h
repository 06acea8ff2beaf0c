#pragma once

/*
 * core/tree/slot.h - Slots, in 32 bytes each: a large text has millions.
 *
 * Most of a slot are pointers. Place and size share 48 bits, as long as both
 * are small. What is larger, or rare, stands elsewhere in the arena:
 *
 *   - annotations, and a place that does not fit, in a ys_notes, whose address
 *     takes those 48 bits;
 *   - the pointer and the size of a long string, or of a string of a slot with
 *     notes, in a ys_str, to which the value points;
 *   - the size of a large collection, or of one of a slot with notes, in its
 *     ys_items. Where there is none, the slots are counted.
 *
 * So a slot may still be copied by assignment.
 */

#include "core/tree/key.h"

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
  uint32_t size;          /* how many slots there are */
  struct ys_index *index; /* the index of a large map, made by ys_map_find().
                             Code that unlinks a slot, or adds one elsewhere
                             than at the end, sets it to NULL */
  struct ys_given_values *parts; /* those of a value with alternatives
                             (core/overlay/given_values.h), or NULL */
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
  YS_SLOT_NEAREST = 8,   /* of such an integer: Lua may get the nearest float */
  YS_SLOT_WHOLE = 8,     /* of a float of Lua or JSON: it is an integer, too */
  YS_SLOT_CONVERTED = 4, /* of such a float: it was given as an integer */
  YS_SLOT_EXACT = 4,     /* of any other float: its digits are in u.exact */
  YS_SLOT_TUPLE = 8,     /* of an array in an annotation: written as a tuple */
  YS_SLOT_MATCHER = 4,   /* of an array in an annotation: it is a matcher */
  YS_SLOT_EITHER = 8     /* of a map of Lua: empty, so it may be an array */
};

/* The properties that few slots have. Copies of a slot share them. */
typedef struct ys_notes {
  struct ys_annot
      *annots;    /* core/annotation/annotation.h; in the order written */
  ys_place place; /* where the key, the dash or the `---` stands */
} ys_notes;

/* The address of notes is a multiple of 8 and has at most 49 bits. Where
 * allocators give larger addresses, or tag them, slots have a pointer more. */
#if UINTPTR_MAX <= UINT32_MAX ||                                               \
    ((defined(__x86_64__) || defined(__aarch64__)) && !defined(__ANDROID__) && \
     !defined(__SANITIZE_HWADDRESS__) && !defined(YSCHEMA_WIDE_SLOTS))
#define YS_SLOT_IS_WIDE 0
#else
#define YS_SLOT_IS_WIDE 1
#endif

struct ys_slot {
  ys_slot *next;
  const ys_key *key; /* NULL unless the slot is a map entry */
  union {
    bool boolean;
    int64_t integer;
    uint64_t natural;
    double number;
    const struct ys_exact *exact; /* of a float with YS_SLOT_EXACT */
    const char *text;             /* of a string, through ys_slot_text() */
    const ys_str *long_text; /* the same, if it is long or there are notes */
    ys_slot *first;          /* of a collection, through ys_slot_first() */
    uintptr_t content; /* the same, or the address of its ys_items plus 1 */
    uint32_t closure;
  } u;
#if YS_SLOT_IS_WIDE
  ys_notes *notes;
#endif
  uint32_t low;  /* the packed place, or the lower bits of the notes */
  uint16_t high; /* see below */
  uint8_t kind;  /* ys_kind of the value */
  uint8_t flags; /* flags of the slot and of its value */
};

/* The content of `high`: the size of the value and how the place is packed; or
 * this bit, and the upper bits of the notes' address. A slot of zeros is null,
 * without a place. */
enum {
  YS_SLOT_NOTED = 0x8000, /* there are notes ... */
  YS_SLOT_MUTED = 0x4000, /* ... but only for their place */
  YS_SLOT_ADDRESS = YS_SLOT_MUTED - 1,
  YS_SLOT_PACKING = 7,   /* how the place is packed */
  YS_SLOT_ONE = 8,       /* the lowest bit of the size */
  YS_SLOT_LARGE = 0xFFF, /* a size that is at least this, and elsewhere */
  YS_SLOT_LARGE_BITS = YS_SLOT_LARGE * YS_SLOT_ONE
};

/* ---- places -------------------------------------------------------------- */

/* The most frequent way to pack a place: 21 bits for the line, 8 for the
 * column, and 3 for the source. */
enum { YS_PACKED_COLUMN = 8, YS_PACKED_SOURCE = 3 };

/* The notes of a slot, or NULL. */
static inline const ys_notes *ys_slot_notes(const ys_slot *slot) {
  if ((slot->high & YS_SLOT_NOTED) == 0) return NULL;
#if YS_SLOT_IS_WIDE
  return slot->notes;
#else
  const uint64_t upper = slot->high & YS_SLOT_ADDRESS;
  return (const ys_notes *)(uintptr_t)((upper << 32 | slot->low) << 3);
#endif
}

/* The place of a slot that has notes, or that is packed in a way of its own. */
ys_place ys_slot_far_place(const ys_slot *slot);

static inline ys_place ys_slot_place(const ys_slot *slot) {
  const uint32_t low = slot->low;
  if ((slot->high & (YS_SLOT_NOTED | YS_SLOT_PACKING)) != 0)
    return ys_slot_far_place(slot);
  return (ys_place){low >> (YS_PACKED_COLUMN + YS_PACKED_SOURCE),
                    low >> YS_PACKED_SOURCE & ((1 << YS_PACKED_COLUMN) - 1),
                    (uint16_t)(low & ((1 << YS_PACKED_SOURCE) - 1))};
}
static inline uint32_t ys_slot_line(const ys_slot *slot) {
  if ((slot->high & (YS_SLOT_NOTED | YS_SLOT_PACKING)) != 0)
    return ys_slot_far_place(slot).line;
  return slot->low >> (YS_PACKED_COLUMN + YS_PACKED_SOURCE);
}
static inline uint16_t ys_slot_source(const ys_slot *slot) {
  return ys_slot_place(slot).source;
}

/* The line and the column in one number, which orders the slots of a text. */
static inline uint64_t ys_slot_where(const ys_slot *slot) {
  const ys_place place = ys_slot_place(slot);
  return (uint64_t)place.line << 32 | place.column;
}

/* Whether a place can be packed in the most frequent way. */
static inline bool ys_slot_is_near(ys_place place) {
  return (place.line >> (32 - YS_PACKED_COLUMN - YS_PACKED_SOURCE) |
          place.column >> YS_PACKED_COLUMN |
          (uint32_t)place.source >> YS_PACKED_SOURCE) == 0;
}
static inline uint32_t ys_slot_pack(ys_place place) {
  return place.line << (YS_PACKED_COLUMN + YS_PACKED_SOURCE) |
         place.column << YS_PACKED_SOURCE | place.source;
}

/* Called by the function below. */
ys_status ys_slot_start_far(ys_arena *arena, ys_slot *slot, ys_place place);

/* Gives a slot its place. It has no annotations afterwards and no value, so
 * this is for new slots, and for those whose value is set next. */
static inline ys_status ys_slot_start(ys_arena *arena, ys_slot *slot,
                                      ys_place place) {
  if (!ys_slot_is_near(place)) return ys_slot_start_far(arena, slot, place);
  slot->low = ys_slot_pack(place);
  slot->high = 0;
  return YS_OK;
}

/* How the places on one line of a text are packed. */
typedef struct ys_line {
  uint32_t low;     /* of column 0 */
  uint32_t columns; /* those from here on are not packed like this */
  uint16_t high;
  uint8_t shift; /* of the column */
} ys_line;

/* A line for ys_slot_start_on(). Its columns may be 0. */
ys_line ys_line_of(uint32_t line, uint16_t source);

/* The same as ys_slot_start(), on this line. False: the place cannot be packed
 * like this, and has not been set. */
static inline bool ys_slot_start_on(ys_slot *slot, const ys_line *line,
                                    uint32_t column) {
  slot->low = line->low | column << line->shift;
  slot->high = line->high;
  return column < line->columns;
}

/* Called by the function below. */
void ys_slot_start_like_noted(ys_slot *slot, const ys_slot *from);

/* The same as ys_slot_start(), with the place of another slot, whose notes the
 * slot may share. */
static inline void ys_slot_start_like(ys_slot *slot, const ys_slot *from) {
  slot->low = from->low;
  slot->high = from->high & YS_SLOT_PACKING;
  if ((from->high & YS_SLOT_NOTED) != 0) ys_slot_start_like_noted(slot, from);
}

/* Called by the function below. */
ys_status ys_slot_move(ys_arena *arena, ys_slot *slot, ys_place place);

/* Gives a slot another place. Everything else stays. */
static inline ys_status ys_slot_set_place(ys_arena *arena, ys_slot *slot,
                                          ys_place place) {
  if ((slot->high & YS_SLOT_NOTED) != 0 || !ys_slot_is_near(place))
    return ys_slot_move(arena, slot, place);
  slot->low = ys_slot_pack(place);
  slot->high = (uint16_t)(slot->high & ~YS_SLOT_PACKING);
  return YS_OK;
}

/* ---- annotations --------------------------------------------------------- */

static inline struct ys_annot *ys_slot_annots(const ys_slot *slot) {
  if ((slot->high & YS_SLOT_NOTED) == 0) return NULL;
  return (slot->high & YS_SLOT_MUTED) != 0 ? NULL : ys_slot_notes(slot)->annots;
}

/* Gives the slot these annotations instead of those that it has. */
ys_status ys_slot_annotate(ys_arena *arena, ys_slot *slot,
                           struct ys_annot *annots);

/* Called by the function below. */
void ys_slot_mute(ys_slot *slot);

/* Takes the annotations away. */
static inline void ys_slot_drop_annots(ys_slot *slot) {
  if ((slot->high & YS_SLOT_NOTED) != 0) ys_slot_mute(slot);
}

/* ---- values -------------------------------------------------------------- */

/* Whether a size can stand in the slot, and does. */
static inline bool ys_slot_is_short(const ys_slot *slot) {
  return slot->high < YS_SLOT_LARGE_BITS;
}

/* Called by the functions below. */
uint32_t ys_slot_large_size(const ys_slot *slot);
ys_status ys_slot_set_long_text(ys_arena *arena, ys_slot *slot, ys_str text);

/* The bytes of a string or the slots of a collection. */
static inline uint32_t ys_slot_size(const ys_slot *slot) {
  return ys_slot_is_short(slot) ? slot->high / YS_SLOT_ONE
                                : ys_slot_large_size(slot);
}

/* The text of a string. */
static inline ys_str ys_slot_text(const ys_slot *slot) {
  if (!ys_slot_is_short(slot)) return *slot->u.long_text;
  return (ys_str){slot->u.text, slot->high / YS_SLOT_ONE};
}

/* Sets the size of a value in the slot itself, if it stands there. It may be
 * YS_SLOT_LARGE. */
static inline void ys_slot_put_size(ys_slot *slot, uint32_t size) {
  if ((slot->high & YS_SLOT_NOTED) == 0)
    slot->high =
        (uint16_t)((slot->high & YS_SLOT_PACKING) | size * YS_SLOT_ONE);
}

static inline void ys_slot_set_kind(ys_slot *slot, ys_kind kind) {
  slot->kind = (uint8_t)kind;
  slot->flags = (uint8_t)(slot->flags & ~YS_SLOT_VARIANT);
}

/* Makes `slot` a string that points to `text`, which must be shorter than 4
 * GiB. */
static inline ys_status ys_slot_set_text(ys_arena *arena, ys_slot *slot,
                                         ys_str text) {
  if (text.len >= YS_SLOT_LARGE || (slot->high & YS_SLOT_NOTED) != 0)
    return ys_slot_set_long_text(arena, slot, text);
  ys_slot_set_kind(slot, YS_STRING);
  ys_slot_put_size(slot, (uint32_t)text.len);
  slot->u.text = text.ptr;
  return YS_OK;
}

/* The same for a slot of this kind. */
static inline ys_status ys_slot_keep_text(ys_arena *arena, ys_slot *slot,
                                          ys_str text) {
  if (text.len >= YS_SLOT_LARGE || (slot->high & YS_SLOT_NOTED) != 0)
    return ys_slot_set_long_text(arena, slot, text);
  ys_slot_put_size(slot, (uint32_t)text.len);
  slot->u.text = text.ptr;
  return YS_OK;
}

/* The same without memory: `text` itself must live as long as the slot. */
static inline void ys_slot_show_text(ys_slot *slot, const ys_str *text) {
  const bool is_short = text->len < YS_SLOT_LARGE;
  ys_slot_set_kind(slot, YS_STRING);
  ys_slot_put_size(slot, is_short ? (uint32_t)text->len : YS_SLOT_LARGE);
  if (ys_slot_is_short(slot))
    slot->u.text = text->ptr;
  else
    slot->u.long_text = text;
}

/* Called by the function below. */
ys_status ys_slot_set_other_value(ys_arena *arena, ys_slot *slot,
                                  const ys_slot *from);

/* Copies the value of `from` with the flags, and nothing else. */
static inline ys_status ys_slot_set_value(ys_arena *arena, ys_slot *slot,
                                          const ys_slot *from) {
  if (!ys_slot_is_short(from) || (slot->high & YS_SLOT_NOTED) != 0)
    return ys_slot_set_other_value(arena, slot, from);
  slot->high = (uint16_t)((slot->high & YS_SLOT_PACKING) |
                          (from->high & ~YS_SLOT_PACKING));
  slot->kind = from->kind;
  slot->flags = from->flags;
  slot->u = from->u;
  return YS_OK;
}

/* ---- collections --------------------------------------------------------- */

static inline bool ys_is_collection(const ys_slot *slot) {
  return slot->kind == YS_MAP || slot->kind == YS_ARRAY;
}

/* Whether a collection has more than a pointer to its first slot. */
static inline bool ys_slot_has_items(const ys_slot *collection) {
  return (collection->u.content & 1) != 0;
}
/* Its content then, or NULL. */
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

static inline struct ys_given_values *
ys_slot_given_values(const ys_slot *collection) {
  const ys_items *items = ys_slot_items(collection);
  return items == NULL ? NULL : items->parts;
}

/* Makes `slot` an empty collection without a ys_items. Only its value changes.
 * The caller links the slots, and sets the size. */
static inline void ys_slot_make_bare(ys_slot *slot, ys_kind kind) {
  ys_slot_set_kind(slot, kind);
  ys_slot_put_size(slot, 0);
  slot->u.first = NULL;
}

/* Says how many slots a collection has. */
static inline void ys_slot_set_size(ys_slot *collection, uint32_t size) {
  ys_slot_put_size(collection, size < YS_SLOT_LARGE ? size : YS_SLOT_LARGE);
  if (ys_slot_has_items(collection)) ys_slot_items(collection)->size = size;
}

/* Called by the function below. */
ys_status ys_slot_close_large(ys_arena *arena, ys_slot *collection,
                              ys_slot *last, uint32_t size);

/* The same, after all slots of a collection were linked from `u.first` on. A
 * large one gets a ys_items. `last` is its last slot, or NULL. */
static inline ys_status ys_slot_close(ys_arena *arena, ys_slot *collection,
                                      ys_slot *last, uint32_t size) {
  if (size >= YS_SLOT_LARGE || (collection->high & YS_SLOT_NOTED) != 0)
    return ys_slot_close_large(arena, collection, last, size);
  collection->high =
      (uint16_t)((collection->high & YS_SLOT_PACKING) | size * YS_SLOT_ONE);
  return YS_OK;
}
