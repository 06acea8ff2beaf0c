/* core/yaml/parse_leaf.c - Makes values and keys from scalars and aliases. */

#include "core/scalar/scalar.h"
#include "core/yaml/parser.h"

YS_APART ys_slot *ys_parser_far_slot(ys_parser *p, ys_slot *slot,
                                     ys_place place) {
  return ys_slot_start(&p->space->arena, slot, place) == YS_OK ? slot : NULL;
}

/* ---- scalars ------------------------------------------------------------- */

/* Makes the slot's string outlive the event. If the source contains the text,
 * the string points there, because the source lives as long as the space;
 * otherwise it is copied. */
static inline ys_status keep_text(ys_parser *p, const ys_event *event,
                                  ys_slot *slot) {
  ys_str text = event->text;
  if (event->tag.ptr != NULL) text = ys_slot_text(slot);
  if (event->found == NULL)
    YS_TRY(ys_arena_str(&p->space->arena, text, &text));
  else
    text.ptr = event->found;
  return ys_slot_keep_text(&p->space->arena, slot, text);
}

static ys_status read_other(ys_parser *p, const ys_event *event, bool key,
                            ys_slot *slot) {
  const ys_scalar scalar = {.text = event->text,
                            .tag = event->tag,
                            .place = ys_parser_place(p, event->start),
                            .plain = event->style == YS_STYLE_PLAIN,
                            .key = key};
  return ys_parser_go_on(p, ys_scalar_read(p->space, &scalar, slot));
}

/* Sets the slot's value. A string has no text yet, or it is in the event. */
static inline ys_status read_scalar(ys_parser *p, const ys_event *event,
                                    bool key, ys_slot *slot) {
  const ys_str text = event->text;
  if (event->tag.ptr != NULL || p->space->strict || p->space->core_schema ||
      p->space->wide == YS_WIDE_EXACT)
    return read_other(p, event, key, slot);
  if (event->style != YS_STYLE_PLAIN) {
    ys_slot_set_kind(slot, YS_STRING);
    return YS_OK;
  }
  if ((key ? ys_scalar_resolve_key(text, slot)
           : ys_scalar_resolve(text, slot)) == YS_SCALAR_OK)
    return YS_OK;
  return read_other(p, event, key, slot); /* it records the error */
}

/* ---- versions of YAML ---------------------------------------------------- */

void ys_leaf_read_as(ys_parser *p, bool json_schema) {
  const bool core_schema = json_schema || p->core_schema;
  const ys_wide wide = json_schema ? YS_WIDE_EXACT : p->wide;
  if (core_schema == p->space->core_schema && wide == p->space->wide) return;
  p->space->core_schema = core_schema;
  p->space->wide = wide;
  ys_key_reader_release(&p->keys);
  ys_key_reader_init(&p->keys, p->space);
}

/* ---- comments ------------------------------------------------------------ */

size_t ys_leaf_start(const ys_parser *p, const ys_event *event) {
  const size_t start = event->start.index, end = event->end.index;
  if (!ys_event_has_properties(event)) return start;
  if (!ys_attach_any(&p->attacher, end)) return start;
  return ys_comments_content(&p->attacher.comments, start, end);
}

/* Skips the `#` in a scalar, which are content, except for a comment in its
 * header, as in `key: | # this one`. */
static inline ys_status comments_inside(ys_parser *p, const ys_event *event) {
  ys_comments *comments = &p->attacher.comments;
  const ys_scalar_style style = event->style;
  if (!ys_attach_any(&p->attacher, event->end.index)) return YS_OK;
  if ((style == YS_STYLE_LITERAL || style == YS_STYLE_FOLDED) &&
      ys_comments_in_header(comments, ys_leaf_start(p, event)))
    YS_TRY(ys_attach_comments(&p->attacher, comments->index + 1));
  ys_comments_skip(comments, event->end.index);
  return YS_OK;
}

/* ---- values -------------------------------------------------------------- */

ys_status ys_leaf_scalar(ys_parser *p, const ys_event *event, ys_slot *slot) {
  const ys_key *anchor;
  YS_TRY(read_scalar(p, event, false, slot));
  if (slot->kind == YS_STRING) YS_TRY(keep_text(p, event, slot));
  YS_TRY(ys_parser_anchor(p, event, slot, &anchor));
  YS_TRY(comments_inside(p, event));
  if (slot == p->document && event->start.index == event->end.index)
    p->empty = true;
  else if (event->end.column > 0)
    return ys_attach_open(&p->attacher, slot,
                          ys_parser_place(p, event->end).line);
  else if (p->attacher.pending != NULL)
    return ys_attach_pending(&p->attacher, slot);
  return YS_OK;
}

ys_status ys_leaf_alias(ys_parser *p, const ys_event *event, ys_slot *slot) {
  bool fatal = false;
  const ys_place place = ys_parser_place(p, event->start);
  YS_TRY(ys_parser_go_on(p, ys_indicator_name(p->space, p->marks, event)));
  ys_status status =
      ys_anchors_alias(&p->anchors, event->text, place, p->depth, slot, &fatal);
  YS_TRY(ys_attach_open(&p->attacher, slot, place.line));
  return fatal ? status : ys_parser_go_on(p, status);
}

/* ---- keys ---------------------------------------------------------------- */

ys_status ys_leaf_complex_key(ys_parser *p, ys_kind kind, ys_place place) {
  p->invalid = true;
  return ys_space_note(p->space, YS_E_COMPLEX_KEY, place, ys_kind_name(kind),
                       (ys_str){0});
}

/* Reads a key that is an alias or has an anchor. */
YS_APART static ys_status read_shared_key(ys_parser *p, const ys_event *event,
                                          ys_slot *entry) {
  const ys_key *anchor;
  ys_slot *value = ys_parser_slot(p, ys_slot_place(entry));
  if (value == NULL) return YS_NOMEM;
  if (event->type == YS_EVENT_SCALAR) {
    YS_TRY(read_scalar(p, event, true, value));
    if (value->kind == YS_STRING) YS_TRY(keep_text(p, event, value));
    YS_TRY(ys_parser_anchor(p, event, value, &anchor));
  } else {
    YS_TRY(ys_leaf_alias(p, event, value));
    p->attacher.slot = entry;
  }
  if (ys_is_collection(value))
    return ys_leaf_complex_key(p, (ys_kind)value->kind, ys_slot_place(entry));
  if (value->flags & YS_SLOT_INVALID) return YS_OK;
  return ys_key_of(&p->keys, value, false, &entry->key);
}

static inline ys_status read_key(ys_parser *p, const ys_event *event,
                                 ys_slot *entry) {
  ys_slot value;
  if (event->type != YS_EVENT_SCALAR || event->anchor.ptr != NULL)
    return read_shared_key(p, event, entry);
  const bool plain = event->style == YS_STYLE_PLAIN && event->tag.ptr == NULL;
  if (plain) {
    entry->key = ys_key_guess(&p->keys, event->text);
    if (entry->key != NULL) return YS_OK;
  }
  value.high = 0;
  value.flags = 0;
  YS_TRY(read_scalar(p, event, true, &value));
  if (value.flags & YS_SLOT_INVALID) return YS_OK;
  if (value.kind == YS_STRING && event->tag.ptr == NULL)
    ys_slot_show_text(&value, &event->text);
  return ys_key_of(&p->keys, &value, plain, &entry->key);
}

ys_status ys_leaf_key(ys_parser *p, const ys_event *event, ys_slot *entry) {
  YS_TRY(read_key(p, event, entry));
  return event->type == YS_EVENT_SCALAR ? comments_inside(p, event) : YS_OK;
}
