/* core/yaml/layout_leaf.c - The ranges and values of leaves, and what is before
 * contents. */

#include "core/scalar/scalar.h"
#include "core/yaml/layout_build.h"

/* The byte at a mark. libyaml may have read one byte more than there is. */
const char *ys_layout_byte(const ys_layout_builder *b, ys_mark mark) {
  const char *at = ys_marks_find(b->marks, mark.index);
  const size_t offset = (size_t)(at - b->marks->text);
  return offset > (size_t)(b->t.end - b->t.text) ? b->t.end
                                                 : b->t.text + offset;
}

ys_status ys_layout_need_names(const ys_layout_builder *b, ys_layout *node) {
  if (node->names == NULL)
    node->names = ys_arena_new(&b->space->arena, ys_layout_names);
  return node->names != NULL ? YS_OK : YS_NOMEM;
}

/* Notes the anchor and the tag of a key or a value. */
ys_status ys_layout_properties_of(const ys_layout_builder *b,
                                  const ys_event *event, ys_layout *node,
                                  bool key) {
  ys_arena *arena = &b->space->arena;
  if (!ys_event_has_properties(event)) return YS_OK;
  YS_TRY(ys_layout_need_names(b, node));
  ys_layout_properties *out = key ? &node->names->key : &node->names->value;
  if (event->anchor.ptr != NULL)
    YS_TRY(ys_str_join(arena, &event->anchor, 1, &out->anchor));
  if (event->tag.ptr != NULL)
    YS_TRY(ys_str_join(arena, &event->tag, 1, &out->tag));
  return YS_OK;
}

static bool is_nothing(const ys_event *event) {
  return event->type == YS_EVENT_SCALAR && event->text.len == 0 &&
         event->style == YS_STYLE_PLAIN && !ys_event_has_properties(event);
}

/* Finds the range of a leaf, and moves past it. */
void ys_layout_leaf_range(ys_layout_builder *b, const ys_event *event,
                          uint32_t *start, uint32_t *content, uint32_t *end) {
  ys_layout_text *t = &b->t;
  *start = *content = *end = ys_layout_offset(t);
  if (is_nothing(event)) return;
  const char *first = ys_layout_byte(b, event->start),
             *last = ys_layout_byte(b, event->end);
  const char *inside = ys_event_has_properties(event)
                           ? ys_layout_after_properties(t, first, last)
                           : first;
  if (event->type == YS_EVENT_SCALAR &&
      (event->style == YS_STYLE_LITERAL || event->style == YS_STYLE_FOLDED))
    last = ys_layout_block_end(inside, last);
  *start = ys_layout_offset_of(t, first);
  *content = ys_layout_offset_of(t, inside);
  *end = ys_layout_offset_of(t, last);
  t->at = last;
}

uint8_t ys_layout_style_of(const ys_event *event) {
  if (event->type == YS_EVENT_ALIAS) return YS_LAYOUT_ALIAS;
  return (uint8_t)event->style; /* the first ones are the same */
}

/* Reads a scalar as the parser does. A string still points into the event. */
static ys_status resolve(const ys_layout_builder *b, const ys_event *event,
                         bool key, ys_slot *slot) {
  const bool special =
      event->tag.ptr != NULL || b->space->strict || b->space->core_schema;
  const bool plain = event->style == YS_STYLE_PLAIN;
  if (!special && !plain) {
    ys_slot_show_text(slot, &event->text);
    return YS_OK;
  }
  if (!special &&
      (key ? ys_scalar_resolve_key(event->text, slot)
           : ys_scalar_resolve(event->text, slot)) == YS_SCALAR_OK) {
    if (slot->kind == YS_STRING) ys_slot_show_text(slot, &event->text);
    return YS_OK;
  }
  const ys_scalar scalar = {.text = event->text,
                            .tag = event->tag,
                            .place = {1, 1, b->t.source},
                            .plain = plain,
                            .key = key};
  return ys_scalar_read(b->space, &scalar, slot);
}

/* Reads a scalar. Its string is copied if the source does not contain it,
 * because the event owns it. */
ys_status ys_layout_scalar(const ys_layout_builder *b, const ys_event *event,
                           bool key, ys_slot *slot) {
  YS_TRY(resolve(b, event, key, slot));
  if (slot->kind != YS_STRING) return YS_OK;
  const ys_str text = ys_slot_text(slot);
  ys_str kept = {event->found, text.len};
  if (event->found == NULL)
    YS_TRY(ys_str_join(&b->space->arena, &text, 1, &kept));
  return ys_slot_set_text(&b->space->arena, slot, kept);
}
