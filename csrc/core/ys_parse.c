#include "ys_parse.h"

#include "ys_anchor.h"
#include "ys_attach.h"
#include "ys_merge.h"
#include "ys_scalar.h"
#include "ys_stream.h"
#include "ys_value.h"

/* A collection that is being read. */
typedef struct frame {
  struct frame *below;
  ys_slot *slot;
  ys_slot *last, **end; /* its last item, and where the next one goes */
  uint32_t size;        /* its items are counted here until it is complete */
  ys_slot *entry;       /* of a map: waits for its value; NULL: a key is next */
  ys_slot *merge, *merge_after; /* `<<`, and the entry before it */
  const ys_key *anchor;
  size_t dashes; /* the column of all dashes of a block array */
  bool flow;
} frame;

typedef struct reader {
  ys_stream stream;
  ys_space *space;
  uint16_t source;
  bool invalid;  /* a fault was recorded; go on and find the others */
  bool empty;    /* the document has no value */
  bool unmarked; /* it has no `---` */
  uint32_t depth;
  frame *top, *spare;
  ys_slot *document;
  ys_documents documents;
  ys_woven *woven; /* NULL: not noted */
  ys_attacher attacher;
  ys_anchors anchors;
  ys_keyset keyset;
  ys_key_reader keys;
} reader;

static ys_place place_of(const reader *r, yaml_mark_t mark) {
  return ys_marks_place(&r->stream.marks, mark.line, mark.column);
}

static ys_str str(const yaml_char_t *text) {
  return ys_cstr((const char *)text);
}

/* A fault that was recorded is no reason to stop. */
static ys_status go_on(reader *r, ys_status status) {
  if (status != YS_INVALID) return status;
  r->invalid = true;
  return YS_OK;
}

static ys_slot *new_slot(reader *r, ys_place place) {
  ys_slot *slot = ys_arena_alloc(&r->space->arena, sizeof *slot);
  if (slot == NULL) return NULL;
  slot->next = NULL;
  slot->key = NULL;
  slot->annots = NULL;
  slot->line = place.line;
  slot->column = place.column;
  slot->source = place.source;
  slot->kind = YS_NULL;
  slot->flags = 0;
  slot->size = 0;
  slot->u.natural = 0;
  return slot;
}

/* ---- scalars ------------------------------------------------------------- */

/* Where the string of a scalar stands in the text just as it is: most have no
 * escapes and one line. NULL: it does not, or that is not easily told. */
static inline const char *find_text(const reader *r, const yaml_event_t *event,
                                    const ys_slot *slot) {
  const yaml_scalar_style_t style = event->data.scalar.style;
  const size_t quote = style == YAML_PLAIN_SCALAR_STYLE ? 0 : 1;
  const size_t start = event->start_mark.index + quote;
  if (!r->stream.marks.ascii ||
      event->start_mark.line != event->end_mark.line ||
      event->end_mark.index != start + slot->size + quote)
    return NULL;
  const char *text = r->stream.marks.text + start;
  /* Only escapes in double quotes can be as long as what they stand for. */
  if (style == YAML_DOUBLE_QUOTED_SCALAR_STYLE &&
      memcmp(text, slot->u.text, slot->size) != 0)
    return NULL;
  return text;
}

/* The slot is a string, its text the event's so far. The source's text lives
 * as long as the space; what is not to be found there is copied. */
static inline ys_status keep_text(reader *r, const yaml_event_t *event,
                                  ys_slot *slot) {
  const char *found = find_text(r, event, slot);
  if (found == NULL) {
    char *text = ys_arena_text(&r->space->arena, slot->size);
    if (text == NULL) return YS_NOMEM;
    found = memcpy(text, slot->u.text, slot->size);
  }
  slot->u.text = found;
  return YS_OK;
}

static ys_status read_other(reader *r, const yaml_event_t *event, bool key,
                            ys_slot *slot) {
  const yaml_char_t *tag = event->data.scalar.tag;
  const ys_scalar scalar = {.text = {(const char *)event->data.scalar.value,
                                     event->data.scalar.length},
                            .tag = tag != NULL ? str(tag) : YS_STR(""),
                            .place = place_of(r, event->start_mark),
                            .plain = event->data.scalar.style ==
                                     YAML_PLAIN_SCALAR_STYLE,
                            .key = key};
  return go_on(r, ys_scalar_read(r->space, &scalar, slot));
}

/* Sets the slot's value. A string still points into the event. */
static inline ys_status read_scalar(reader *r, const yaml_event_t *event,
                                    bool key, ys_slot *slot) {
  const ys_str text = {(const char *)event->data.scalar.value,
                       event->data.scalar.length};
  if (event->data.scalar.tag != NULL || r->space->strict)
    return read_other(r, event, key, slot);
  if (event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE) {
    ys_slot_set_text(slot, text);
    return YS_OK;
  }
  if ((key ? ys_scalar_resolve_key(text, slot)
           : ys_scalar_resolve(text, slot)) == YS_SCALAR_OK)
    return YS_OK;
  return read_other(r, event, key, slot); /* which says what is wrong */
}

/* ---- comments ------------------------------------------------------------ */

/* Where a scalar's content begins: behind its anchor and tag there may be
 * comments, too. */
static size_t content_start(const reader *r, const yaml_event_t *event) {
  const size_t start = event->start_mark.index, end = event->end_mark.index;
  if (event->data.scalar.anchor == NULL && event->data.scalar.tag == NULL)
    return start;
  if (!ys_attach_any(&r->attacher, end)) return start;
  return ys_comments_content(&r->attacher.comments, start, end);
}

/* Takes the comments in front of a node's content. */
static inline ys_status comments_before(reader *r, const yaml_event_t *event) {
  if (!ys_attach_any(&r->attacher, event->end_mark.index)) return YS_OK;
  if (event->type != YAML_SCALAR_EVENT)
    return ys_attach_comments(&r->attacher, event->end_mark.index);
  YS_TRY(ys_attach_comments(&r->attacher, event->start_mark.index));
  return ys_attach_comments(&r->attacher, content_start(r, event));
}

/* The `#` in a scalar are content, but for `key: | # this one`. */
static inline ys_status comments_inside(reader *r, const yaml_event_t *event) {
  ys_comments *comments = &r->attacher.comments;
  const yaml_scalar_style_t style = event->data.scalar.style;
  if (!ys_attach_any(&r->attacher, event->end_mark.index)) return YS_OK;
  if ((style == YAML_LITERAL_SCALAR_STYLE ||
       style == YAML_FOLDED_SCALAR_STYLE) &&
      ys_comments_in_header(comments, content_start(r, event)))
    YS_TRY(ys_attach_comments(&r->attacher, comments->index + 1));
  ys_comments_skip(comments, event->end_mark.index);
  return YS_OK;
}

/* ---- values -------------------------------------------------------------- */

static inline ys_status add_anchor(reader *r, const yaml_event_t *event,
                                   const yaml_char_t *anchor, ys_slot *slot,
                                   const ys_key **out) {
  const bool open = event->type != YAML_SCALAR_EVENT;
  *out = NULL;
  if (anchor == NULL) return YS_OK;
  return ys_anchors_add(&r->anchors, str(anchor), slot,
                        place_of(r, event->start_mark), open, out);
}

static ys_status on_scalar(reader *r, const yaml_event_t *event,
                           ys_slot *slot) {
  const ys_key *anchor;
  YS_TRY(read_scalar(r, event, false, slot));
  if (slot->kind == YS_STRING) YS_TRY(keep_text(r, event, slot));
  YS_TRY(add_anchor(r, event, event->data.scalar.anchor, slot, &anchor));
  YS_TRY(comments_inside(r, event));
  if (slot == r->document && event->start_mark.index == event->end_mark.index)
    r->empty = true;
  else if (event->end_mark.column > 0)
    ys_attach_value(&r->attacher, slot, place_of(r, event->end_mark).line);
  else if (r->attacher.pending != NULL)
    ys_attach_pending(&r->attacher, slot);
  return YS_OK;
}

static ys_status on_alias(reader *r, const yaml_event_t *event, ys_slot *slot) {
  bool fatal = false;
  const ys_place place = place_of(r, event->start_mark);
  ys_status status =
      ys_anchors_alias(&r->anchors, str(event->data.alias.anchor), place,
                       r->depth, slot, &fatal);
  ys_attach_value(&r->attacher, slot, place.line);
  return fatal ? status : go_on(r, status);
}

static inline void append(frame *top, ys_slot *item) {
  *top->end = item;
  top->end = &item->next;
  top->last = item;
  top->size++;
}

static frame *new_frame(reader *r) {
  frame *top = r->spare;
  if (top == NULL) {
    top = ys_arena_alloc(&r->space->arena, sizeof *top);
    if (top == NULL) return NULL;
  } else {
    r->spare = top->below;
  }
  top->below = r->top;
  return top;
}

/* The column of the dashes. Without an anchor the array begins at its first;
 * with one, libyaml's marks lead to that or, when the dashes are not indented
 * below their key, behind it. */
static size_t dash_column(reader *r, const yaml_event_t *event) {
  const yaml_mark_t end = event->end_mark;
  const ys_mark mark = {end.index, end.line, end.column};
  if (event->data.sequence_start.anchor == NULL &&
      event->data.sequence_start.tag == NULL)
    return event->start_mark.column;
  const char *at = ys_marks_byte(&r->stream.marks, mark);
  return at < r->stream.marks.end && *at == '-' ? end.column : end.column - 1;
}

static ys_status open_collection(reader *r, const yaml_event_t *event,
                                 ys_slot *slot) {
  const bool map = event->type == YAML_MAPPING_START_EVENT;
  const yaml_char_t *anchor = map ? event->data.mapping_start.anchor
                                  : event->data.sequence_start.anchor;
  if (r->depth >= r->space->limits.max_depth)
    return ys_limit_fault(r->space, YS_E_TOO_DEEP,
                          place_of(r, event->start_mark),
                          r->space->limits.max_depth);
  YS_TRY(
      ys_slot_make_collection(&r->space->arena, slot, map ? YS_MAP : YS_ARRAY));
  frame *top = new_frame(r);
  if (top == NULL) return YS_NOMEM;
  top->slot = slot;
  top->last = top->entry = top->merge = NULL;
  top->end = &slot->u.items->first;
  top->size = 0;
  top->flow =
      map ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
          : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
  if (!map && !top->flow) top->dashes = dash_column(r, event);
  YS_TRY(add_anchor(r, event, anchor, slot, &top->anchor));
  r->top = top;
  r->depth++;
  return YS_OK;
}

static ys_status close_collection(reader *r, const yaml_event_t *event) {
  frame *top = r->top;
  ys_slot *slot = top->slot;
  YS_TRY(ys_attach_comments(&r->attacher, event->start_mark.index));
  slot->size = top->size;
  slot->u.items->last = top->last;
  r->top = top->below;
  top->below = r->spare;
  r->spare = top;
  r->depth--;
  if (top->anchor != NULL) ys_anchors_close(&r->anchors, top->anchor, slot);
  if (top->flow)
    ys_attach_end(&r->attacher, slot, place_of(r, event->end_mark).line);
  if (slot->kind != YS_MAP) return YS_OK;
  /* of several spellings of one key code may leave all but one out */
  if (r->woven == NULL) YS_TRY(go_on(r, ys_map_check_keys(&r->keyset, slot)));
  if (top->merge == NULL) return YS_OK;
  YS_TRY(ys_attach_unused(&r->attacher, top->merge->annots));
  YS_TRY(
      go_on(r, ys_map_merge(&r->keyset, slot, top->merge, top->merge_after)));
  if (r->woven == NULL || slot->size == top->size) return YS_OK;
  const ys_brought brought = {.map = slot,
                              .merge = top->merge,
                              .after = top->merge_after,
                              .count = slot->size - top->size};
  return ys_woven_bring(r->woven, &r->space->arena, &brought);
}

static ys_status set_value(reader *r, const yaml_event_t *event,
                           ys_slot *slot) {
  switch (event->type) {
  case YAML_SCALAR_EVENT: return on_scalar(r, event, slot);
  case YAML_ALIAS_EVENT: return on_alias(r, event, slot);
  default: return open_collection(r, event, slot);
  }
}

/* ---- keys ---------------------------------------------------------------- */

static bool is_merge_key(const yaml_event_t *event) {
  return event->type == YAML_SCALAR_EVENT && event->data.scalar.length == 2 &&
         event->data.scalar.tag == NULL &&
         event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
         memcmp(event->data.scalar.value, "<<", 2) == 0;
}

static ys_status complex_key(reader *r, ys_kind kind, ys_place place) {
  const ys_place nowhere = {0};
  ys_diag *diag = ys_space_fault(r->space, YS_E_COMPLEX_KEY, place, nowhere);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = ys_kind_name(kind);
  r->invalid = true;
  return YS_OK;
}

/* A key that is an alias, or that aliases may want. */
static ys_status read_shared_key(reader *r, const yaml_event_t *event,
                                 ys_slot *entry) {
  const ys_key *anchor;
  ys_slot *value = new_slot(r, ys_slot_place(entry));
  if (value == NULL) return YS_NOMEM;
  if (event->type == YAML_SCALAR_EVENT) {
    YS_TRY(read_scalar(r, event, true, value));
    if (value->kind == YS_STRING) YS_TRY(keep_text(r, event, value));
    YS_TRY(add_anchor(r, event, event->data.scalar.anchor, value, &anchor));
  } else {
    YS_TRY(on_alias(r, event, value));
    r->attacher.slot = entry;
  }
  if (ys_is_collection(value))
    return complex_key(r, (ys_kind)value->kind, ys_slot_place(entry));
  if (value->flags & YS_SLOT_FAULTY) return YS_OK;
  return ys_key_of(&r->keys, value, false, &entry->key);
}

/* The key is a scalar or an alias: sets it, or records why not. */
static ys_status read_key(reader *r, const yaml_event_t *event,
                          ys_slot *entry) {
  ys_slot value;
  if (event->type != YAML_SCALAR_EVENT || event->data.scalar.anchor != NULL)
    return read_shared_key(r, event, entry);
  const bool plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE &&
                     event->data.scalar.tag == NULL;
  if (plain) {
    const ys_str text = {(const char *)event->data.scalar.value,
                         event->data.scalar.length};
    entry->key = ys_key_guess(&r->keys, text);
    if (entry->key != NULL) return YS_OK;
  }
  value.flags = 0;
  YS_TRY(read_scalar(r, event, true, &value));
  if (value.flags & YS_SLOT_FAULTY) return YS_OK;
  return ys_key_of(&r->keys, &value, plain, &entry->key);
}

/* `<<` is no entry; its value is merged when the map is complete. */
static ys_status open_merge(reader *r, ys_slot *entry) {
  frame *top = r->top;
  if (top->merge != NULL) {
    ys_diag *diag =
        ys_space_fault(r->space, YS_E_DUPLICATE_KEY, ys_slot_place(entry),
                       ys_slot_place(top->merge));
    if (diag == NULL) return YS_NOMEM;
    diag->args[0] = YS_STR("<<");
    r->invalid = true;
    return YS_OK;
  }
  top->merge = entry;
  top->merge_after = top->last;
  return YS_OK;
}

/* An entry that gets no key, for a fault, is left out of the map. */
static ys_status on_key(reader *r, const yaml_event_t *event) {
  frame *top = r->top;
  const ys_place place = place_of(r, event->start_mark);
  ys_slot *entry = new_slot(r, place);
  if (entry == NULL) return YS_NOMEM;
  top->entry = entry;
  YS_TRY(comments_before(r, event));
  ys_attach_open(&r->attacher, entry);
  if (event->type != YAML_SCALAR_EVENT && event->type != YAML_ALIAS_EVENT) {
    const bool map = event->type == YAML_MAPPING_START_EVENT;
    ys_slot *key = new_slot(r, place);
    if (key == NULL) return YS_NOMEM;
    YS_TRY(complex_key(r, map ? YS_MAP : YS_ARRAY, place));
    return open_collection(r, event, key);
  }
  if (is_merge_key(event)) return open_merge(r, entry);
  YS_TRY(read_key(r, event, entry));
  if (event->type == YAML_SCALAR_EVENT) YS_TRY(comments_inside(r, event));
  if (entry->key != NULL) append(top, entry);
  return YS_OK;
}

/* ---- items --------------------------------------------------------------- */

/* Opens the item whose value begins here. */
static ys_status on_item(reader *r, const yaml_event_t *event) {
  frame *top = r->top;
  const yaml_mark_t start = event->start_mark;
  ys_place place = place_of(r, start);
  const char *dash = NULL;
  if (!top->flow) {
    const ys_mark mark = {start.index, start.line, start.column};
    size_t line;
    dash = ys_marks_dash(&r->stream.marks, mark, top->dashes, &line);
    place = ys_marks_place(&r->stream.marks, line, top->dashes);
  }
  ys_slot *item = new_slot(r, place);
  if (item == NULL) return YS_NOMEM;
  if (ys_attach_any(&r->attacher, event->end_mark.index))
    YS_TRY(dash != NULL ? ys_attach_to(&r->attacher, dash)
                        : comments_before(r, event));
  ys_attach_open(&r->attacher, item);
  YS_TRY(comments_before(r, event));
  append(top, item);
  return set_value(r, event, item);
}

static ys_status on_node(reader *r, const yaml_event_t *event) {
  frame *top = r->top;
  ys_slot *slot = r->document;
  if (top != NULL) {
    if (top->slot->kind == YS_ARRAY) return on_item(r, event);
    if (top->entry == NULL) return on_key(r, event);
    slot = top->entry;
    top->entry = NULL;
  }
  YS_TRY(comments_before(r, event));
  return set_value(r, event, slot);
}

/* ---- documents ----------------------------------------------------------- */

/* Directives belong to the event, so that the `---` stands at its end. */
static ys_status open_document(reader *r, const yaml_event_t *event) {
  const yaml_mark_t end = event->end_mark;
  const bool implicit = event->data.document_start.implicit;
  YS_TRY(ys_attach_comments(&r->attacher, end.index));
  ys_place place = {1, 1, r->source};
  if (!implicit)
    place = ys_marks_place(&r->stream.marks, end.line, end.column - 3);
  else if (r->woven != NULL) /* the line tells when it is made */
    place = place_of(r, event->start_mark);
  ys_slot *document = new_slot(r, place);
  if (document == NULL) return YS_NOMEM;
  if (!implicit) ys_attach_open(&r->attacher, document);
  r->document = document;
  r->empty = false;
  r->unmarked = implicit;
  return YS_OK;
}

static ys_status close_document(reader *r) {
  ys_documents *documents = &r->documents;
  ys_slot *document = r->document;
  ys_anchors_forget(&r->anchors);
  const bool computed =
      r->woven != NULL && ys_woven_computes(r->woven, document);
  if (r->empty && document->annots == NULL && !computed) return YS_OK;
  if (r->woven != NULL && r->unmarked)
    YS_TRY(ys_woven_unmark(r->woven, &r->space->arena, document));
  if (documents->last == NULL)
    documents->first = document;
  else
    documents->last->next = document;
  documents->last = document;
  documents->count++;
  return YS_OK;
}

/* ---- the stream ---------------------------------------------------------- */

static ys_status on_event(reader *r, const yaml_event_t *event) {
  switch (event->type) {
  case YAML_DOCUMENT_START_EVENT: return open_document(r, event);
  case YAML_DOCUMENT_END_EVENT:
    YS_TRY(ys_attach_comments(&r->attacher, event->start_mark.index));
    return close_document(r);
  case YAML_ALIAS_EVENT:
  case YAML_SCALAR_EVENT:
  case YAML_SEQUENCE_START_EVENT:
  case YAML_MAPPING_START_EVENT: return on_node(r, event);
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT: return close_collection(r, event);
  case YAML_STREAM_END_EVENT:
    YS_TRY(ys_attach_comments(&r->attacher, SIZE_MAX));
    YS_TRY(ys_attach_plain(&r->attacher));
    return ys_attach_unused(&r->attacher, r->attacher.pending);
  default: return YS_OK;
  }
}

static ys_status read_stream(reader *r) {
  for (;;) {
    yaml_event_t event;
    YS_TRY(ys_stream_next(&r->stream, &event));
    const bool end = event.type == YAML_STREAM_END_EVENT;
    const ys_status status = on_event(r, &event);
    ys_stream_drop(&event);
    if (end || status != YS_OK) return status;
  }
}

ys_status ys_parse_extract(ys_space *space, const ys_extract *extract,
                           ys_woven *woven, ys_documents *out) {
  reader r = {.space = space, .source = extract->source, .woven = woven};
  YS_TRY(ys_stream_open(&r.stream, space, extract));
  r.documents.woven = woven;
  ys_attach_init(&r.attacher, space, &r.stream.marks, &r.documents);
  ys_anchors_init(&r.anchors, space, extract->text.len);
  ys_keyset_init(&r.keyset, space);
  ys_key_reader_init(&r.keys, space);
  const ys_status status = read_stream(&r);
  ys_stream_close(&r.stream);
  ys_anchors_release(&r.anchors);
  ys_keyset_release(&r.keyset);
  ys_key_reader_release(&r.keys);
  if (status != YS_OK) return status;
  if (r.invalid || r.attacher.faulty) return YS_INVALID;
  *out = r.documents;
  return YS_OK;
}

ys_status ys_parse(ys_space *space, uint16_t source, ys_documents *out) {
  const ys_extract all = {space->sources.list[source]->text, source, 0};
  return ys_parse_extract(space, &all, NULL, out);
}
