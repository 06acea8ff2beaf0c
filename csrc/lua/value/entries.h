#pragma once

/*
 * lua/value/entries.h - The entries of a Lua table on their way into a map.
 *
 * Entries with keys that the map's type knows are collected by their position
 * in it, and all others in a list. Only the whole map has an order. For
 * array.c, which finds out late that a table is a map; others call
 * ysl_take_map().
 */

#include "lua/value/walk.h"

enum { YSL_FEW = 64 /* the bits of a word */ };

/* A map that is being made. */
typedef struct ysl_entries {
  const ys_map_type *type;    /* NULL: no key is known */
  const ysl_type_keys *names; /* of the type; may be NULL */
  bool ordered;               /* the table says in which order its keys are */
  ys_slot *known;             /* [type->shape->count]; NULL: none is given */
  uint64_t *given; /* a bit for each of these: only a given one is set up */
  uint64_t few;    /* the bits when there are few */
  uint32_t known_count;
  ys_slot *others; /* in no order */
  uint32_t other_count;
} ysl_entries;

/* Begins a map of no entries. */
void ysl_start_entries(ysl_entries *entries, ysl_want want, bool ordered);

/* Takes the entry whose key and value are at the top of the stack, and those
 * that follow it in the table at stack index `table`. Pops all of them. */
ys_status ysl_take_entries(ysl_import *import, ysl_entries *entries, int table,
                           const ys_path *path);

/*
 * Makes `slot` the map of the entries: known keys in the order of the type,
 * then the others, sorted. When the table is ordered, the list of its keys is
 * at the top of the stack.
 */
ys_status ysl_finish_entries(ysl_import *import, const ysl_entries *entries,
                             ys_slot *slot);
