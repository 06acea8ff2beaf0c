/* core/tree/slot.c - Annotations, places and sizes that do not fit into a slot
 * (core/tree/slot.h). */

#include "core/tree/slot.h"

/* ---- places -------------------------------------------------------------- */

/* The ways to pack a place: the bits for the column and the source. The line
 * has the other bits of 32. The first way is that of ys_slot_start(). */
static const struct {
  uint8_t column, source;
} ways[YS_SLOT_PACKING + 1] = {
    {YS_PACKED_COLUMN, YS_PACKED_SOURCE},
    {10, 10}, /* many sources */
    {8, 2},   /* four million lines */
    {26, 3},  /* the few lines of a text for machines */
    {12, 3},  /* a text of JSON lines */
    {17, 3},  /* longer ones */
    {8, 16},  /* any source */
    {6, 1},   /* 33 million lines */
};

static bool has_line(unsigned way, uint32_t line, uint16_t source) {
  const unsigned column_bits = ways[way].column;
  const unsigned source_bits = ways[way].source;
  return (line >> (32 - column_bits - source_bits) |
          (uint32_t)source >> source_bits) == 0;
}

static bool pack(ys_slot *slot, ys_place place) {
  for (unsigned i = 0; i <= YS_SLOT_PACKING; i++) {
    const unsigned column = ways[i].column, source = ways[i].source;
    if (place.column >> column != 0 || !has_line(i, place.line, place.source))
      continue;
    slot->low =
        place.line << (column + source) | place.column << source | place.source;
    slot->high = (uint16_t)i;
    return true;
  }
  return false;
}

/* Where a line may be long, the ways with the most columns are best. */
ys_line ys_line_of(uint32_t line, uint16_t source) {
  static const uint8_t order[] = {3, 4, 0};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    const unsigned way = order[i], bits = ways[way].source;
    if (has_line(way, line, source))
      return (ys_line){line << (ways[way].column + bits) | source,
                       UINT32_C(1) << ways[way].column, (uint16_t)way,
                       (uint8_t)bits};
  }
  return (ys_line){0};
}

YS_APART ys_place ys_slot_far_place(const ys_slot *slot) {
  const ys_notes *notes = ys_slot_notes(slot);
  if (notes != NULL) return notes->place;
  const unsigned way = slot->high & YS_SLOT_PACKING;
  const unsigned column = ways[way].column, source = ways[way].source;
  return (ys_place){slot->low >> (column + source),
                    slot->low >> source & ((UINT32_C(1) << column) - 1),
                    (uint16_t)(slot->low & ((UINT32_C(1) << source) - 1))};
}

/* Makes notes, and lets the slot point to them. */
static ys_status note(ys_arena *arena, ys_slot *slot, struct ys_annot *annots,
                      ys_place place) {
  ys_notes *notes = ys_arena_alloc(arena, sizeof *notes);
  const uint64_t address = (uint64_t)(uintptr_t)notes / 8;
  if (notes == NULL) return YS_NOMEM;
#if !YS_SLOT_IS_WIDE
  if (address >> 32 > YS_SLOT_ADDRESS) return YS_NOMEM;
#endif
  *notes = (ys_notes){annots, place};
  slot->high = YS_SLOT_NOTED;
#if YS_SLOT_IS_WIDE
  (void)address;
  slot->notes = notes;
#else
  slot->low = (uint32_t)address;
  slot->high |= (uint16_t)(address >> 32);
#endif
  if (annots == NULL) slot->high |= YS_SLOT_MUTED;
  return YS_OK;
}

YS_APART ys_status ys_slot_start_far(ys_arena *arena, ys_slot *slot,
                                     ys_place place) {
  return pack(slot, place) ? YS_OK : note(arena, slot, NULL, place);
}

/* Points to the notes of another slot, for their place. */
static void share(ys_slot *slot, const ys_slot *from) {
  slot->low = from->low;
  slot->high = from->high | YS_SLOT_MUTED;
#if YS_SLOT_IS_WIDE
  slot->notes = from->notes;
#endif
}

YS_APART void ys_slot_start_like_noted(ys_slot *slot, const ys_slot *from) {
  if (!pack(slot, ys_slot_place(from))) share(slot, from);
}

YS_APART ys_status ys_slot_move(ys_arena *arena, ys_slot *slot,
                                ys_place place) {
  const ys_slot old = *slot;
  struct ys_annot *annots = ys_slot_annots(slot);
  YS_TRY(ys_slot_start(arena, slot, place));
  YS_TRY(ys_slot_set_value(arena, slot, &old));
  return annots == NULL ? YS_OK : ys_slot_annotate(arena, slot, annots);
}

/* ---- annotations --------------------------------------------------------- */

ys_status ys_slot_annotate(ys_arena *arena, ys_slot *slot,
                           struct ys_annot *annots) {
  const ys_slot old = *slot;
  ys_slot_drop_annots(slot);
  if (annots == NULL) return YS_OK;
  YS_TRY(note(arena, slot, annots, ys_slot_place(&old)));
  return ys_slot_set_value(arena, slot, &old);
}

YS_APART void ys_slot_mute(ys_slot *slot) {
  const ys_slot old = *slot;
  ys_slot_start_like(slot, &old);
  if ((slot->high & YS_SLOT_NOTED) != 0) return;
  if (slot->kind == YS_STRING)
    ys_slot_show_text(slot, slot->u.long_text);
  else if (ys_is_collection(slot))
    ys_slot_set_size(slot, ys_slot_size(&old));
  slot->flags = old.flags;
}

/* ---- values -------------------------------------------------------------- */

static uint32_t count(const ys_slot *collection) {
  uint32_t size = 0;
  for (const ys_slot *s = ys_slot_first(collection); s != NULL; s = s->next)
    size++;
  return size;
}

YS_APART uint32_t ys_slot_large_size(const ys_slot *slot) {
  if (slot->kind == YS_STRING) return (uint32_t)slot->u.long_text->len;
  if (!ys_is_collection(slot)) return 0;
  return ys_slot_has_items(slot) ? ys_slot_items(slot)->size : count(slot);
}

YS_APART ys_status ys_slot_set_long_text(ys_arena *arena, ys_slot *slot,
                                         ys_str text) {
  ys_str *kept;
  YS_KEEP(kept, arena, text);
  ys_slot_show_text(slot, kept);
  return YS_OK;
}

YS_APART ys_status ys_slot_set_other_value(ys_arena *arena, ys_slot *slot,
                                           const ys_slot *from) {
  if (from->kind == YS_STRING) {
    if (!ys_slot_is_short(from))
      ys_slot_show_text(slot, from->u.long_text);
    else
      YS_TRY(ys_slot_set_text(arena, slot, ys_slot_text(from)));
  } else {
    const uint32_t size = ys_slot_size(from);
    slot->kind = from->kind;
    slot->u = from->u;
    if (!ys_is_collection(slot))
      ys_slot_put_size(slot, 0);
    else if (ys_slot_has_items(slot))
      ys_slot_set_size(slot, size);
    else
      YS_TRY(ys_slot_close(arena, slot, NULL, size));
  }
  slot->flags = from->flags;
  return YS_OK;
}

/* ---- collections --------------------------------------------------------- */

YS_APART ys_status ys_slot_close_large(ys_arena *arena, ys_slot *collection,
                                       ys_slot *last, uint32_t size) {
  ys_items *items = ys_slot_items(collection);
  if (items == NULL && size > 0) {
    YS_NEW(items, arena);
    items->first = items->last = collection->u.first;
    while (last == NULL && items->last->next != NULL)
      items->last = items->last->next;
    collection->u.content = (uintptr_t)items + 1;
  }
  if (items != NULL && last != NULL) items->last = last;
  ys_slot_set_size(collection, size);
  return YS_OK;
}
