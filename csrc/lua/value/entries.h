#ifndef YSL_VALUE_ENTRIES_H
#define YSL_VALUE_ENTRIES_H

/* lua/value/entries.h - the entries of a Lua table on their way into a map. */

#include "lua/value/import.h"
#include "lua/value/names.h"

/* The bits of a word. */
enum { YSL_FEW = 64 };

/* A map being made. */
typedef struct ysl_entries {
  const ys_map_type *type;     /* NULL: no key is known */
  const ysl_type_names *names; /* of the type; may be NULL */
  bool ordered;                /* the table says itself in which order */
  ys_slot *known;              /* [type->shape.count]; NULL: none is given */
  uint64_t *given; /* a bit for each of them; the rest is not set up */
  uint64_t few;    /* where the bits are when there are few */
  uint32_t known_count;
  ys_slot *others; /* in no order */
  uint32_t other_count;
} ysl_entries;

/* As ys_slot_make_collection(), which the compiler could not inline. */
static inline ys_status ysl_start_collection(ysl_import *im, ys_slot *slot,
                                             ys_kind kind) {
  ys_items *items = ys_arena_alloc(&im->space->arena, sizeof *items);
  if (items == NULL) return YS_NOMEM;
  memset(items, 0, sizeof *items);
  slot->kind = (uint8_t)kind;
  slot->size = 0;
  slot->u.items = items;
  return YS_OK;
}

/*
 * Makes `slot` the map of the entries: known keys in the schema's order, then
 * the others, sorted. When the table is ordered, the list of its keys is at the
 * top of the stack.
 */
ys_status ysl_finish_entries(ysl_import *import, const ysl_entries *entries,
                             ys_slot *slot);

#endif
