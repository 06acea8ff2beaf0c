#include "core/yaml/parse.h"

#include "core/json/read.h"
#include "core/yaml/parser.h"

/* A collection that is being read. */
typedef struct ys_parse_frame {
  struct ys_parse_frame *below;
  ys_slot *slot;
  ys_slot *last, **end; /* the last item, and where to link the next one */
  uint32_t size;  /* the number of items so far; the slot gets it at the end */
  ys_slot *entry; /* waits for its value; NULL: a key is next */
  ys_slot *merge, *merge_after; /* the `<<` entry, and the entry before it */
  const ys_key *anchor;
  size_t dashes; /* the column of all dashes of a block array */
  bool flow;
} frame;

/* ---- comments ------------------------------------------------------------ */

/* Reads the comments before a node's content. */
static inline ys_status comments_before(ys_parser *p, const ys_event *event) {
  if (!ys_attach_any(&p->attacher, event->end.index)) return YS_OK;
  if (event->type != YS_EVENT_SCALAR)
    return ys_attach_comments(&p->attacher, event->end.index);
  YS_TRY(ys_attach_comments(&p->attacher, event->start.index));
  return ys_attach_comments(&p->attacher, ys_leaf_start(p, event));
}

/* ---- values -------------------------------------------------------------- */

static inline void append(frame *top, ys_slot *item) {
  *top->end = item;
  top->end = &item->next;
  top->last = item;
  top->size++;
}

/* Returns the column of the dashes. Without an anchor or a tag the event begins
 * at the first dash. With one, the event ends at the first dash, or after it if
 * the dashes are in the column of their key. */
static size_t dash_column(ys_parser *p, const ys_event *event) {
  const ys_mark end = event->end;
  if (!ys_event_has_properties(event)) return event->start.column;
  const char *at = ys_marks_byte(p->marks, end);
  return at < p->marks->end && *at == '-' ? end.column : end.column - 1;
}

static ys_status open_collection(ys_parser *p, const ys_event *event,
                                 ys_slot *slot) {
  const bool map = event->type == YS_EVENT_MAPPING_START;
  if (p->depth >= p->space->limits.max_depth) {
    return ys_space_limit(p->space, YS_E_TOO_DEEP,
                          ys_parser_place(p, event->start),
                          p->space->limits.max_depth);
  }
  ys_slot_set_kind(slot, map ? YS_MAP : YS_ARRAY); /* it had no value */
  slot->u.first = NULL;
  frame *top;
  YS_REUSE(top, p->spare, below, &p->space->arena);
  top->below = p->top;
  top->slot = slot;
  top->last = top->entry = top->merge = NULL;
  top->end = &slot->u.first;
  top->size = 0;
  top->flow = event->flow;
  if (!map && !top->flow) top->dashes = dash_column(p, event);
  YS_TRY(ys_parser_anchor(p, event, slot, &top->anchor));
  p->top = top;
  p->attacher.merge = NULL;
  p->depth++;
  return YS_OK;
}

static ys_status close_collection(ys_parser *p, const ys_event *event) {
  frame *top = p->top;
  ys_slot *slot = top->slot;
  YS_TRY(ys_attach_comments(&p->attacher, event->start.index));
  YS_TRY(ys_slot_close(&p->space->arena, slot, top->last, top->size));
  p->top = top->below;
  p->attacher.merge = p->top != NULL ? p->top->merge : NULL;
  top->below = p->spare;
  p->spare = top;
  p->depth--;
  if (top->anchor != NULL) ys_anchors_close(&p->anchors, top->anchor, slot);
  if (top->flow)
    YS_TRY(
        ys_attach_end(&p->attacher, slot, ys_parser_place(p, event->end).line));
  if (slot->kind != YS_MAP) return YS_OK;
  /* code may leave out all but one of the equal keys, so they are checked
   * later */
  if (p->code_notes == NULL)
    YS_TRY(ys_parser_go_on(p, ys_map_check_keys(&p->keyset, slot)));
  if (top->merge == NULL) return YS_OK;
  YS_TRY(ys_attach_unused(&p->attacher, ys_slot_annots(top->merge)));
  YS_TRY(ys_parser_go_on(
      p, ys_map_merge(&p->keyset, slot, top->merge, top->merge_after)));
  if (p->code_notes == NULL || ys_slot_size(slot) == top->size) return YS_OK;
  const ys_brought brought = {.map = slot,
                              .merge = top->merge,
                              .after = top->merge_after,
                              .count = ys_slot_size(slot) - top->size};
  return ys_code_notes_bring(p->code_notes, &p->space->arena, &brought);
}

static ys_status set_value(ys_parser *p, const ys_event *event, ys_slot *slot) {
  switch (event->type) {
  case YS_EVENT_SCALAR: return ys_leaf_scalar(p, event, slot);
  case YS_EVENT_ALIAS: return ys_leaf_alias(p, event, slot);
  default: return open_collection(p, event, slot);
  }
}

/* ---- keys ---------------------------------------------------------------- */

static bool is_merge_key(const ys_event *event) {
  return event->type == YS_EVENT_SCALAR && event->text.len == 2 &&
         event->tag.ptr == NULL && event->style == YS_STYLE_PLAIN &&
         memcmp(event->text.ptr, "<<", 2) == 0;
}

/* Begins a `<<`, which is not an entry. Its value is merged when the map is
 * complete. */
YS_APART static ys_status open_merge(ys_parser *p, ys_slot *entry) {
  frame *top = p->top;
  if (top->merge != NULL) {
    p->invalid = true;
    return ys_space_record(p->space, YS_E_DUPLICATE_KEY, ys_slot_place(entry),
                           ys_slot_place(top->merge),
                           YS_ARGUMENTS(YS_STR("<<")));
  }
  top->merge = entry;
  top->merge_after = top->last;
  return YS_OK;
}

/* Whether the next colon may be part of a text: the key is empty or an
 * alias. */
static bool is_bare(const ys_event *event) {
  return event->type == YS_EVENT_ALIAS ||
         (event->type == YS_EVENT_SCALAR && event->text.len == 0 &&
          event->style == YS_STYLE_PLAIN);
}

/* Whether a key that follows is the first one of a map that is an item. */
static bool is_first_of_item(const ys_parser *p, const frame *top) {
  return top->size == 0 && top->slot->key == NULL && top->slot != p->document;
}

/* Reads a key. An entry with an invalid key is left out of the map. */
static ys_status on_key(ys_parser *p, const ys_event *event) {
  frame *top = p->top;
  const ys_place place = ys_parser_place(p, event->start);
  ys_slot *entry = ys_parser_slot(p, place);
  if (entry == NULL) return YS_NOMEM;
  p->bare_key = top->flow && is_bare(event);
  if (top->flow && p->questions)
    YS_TRY(ys_parser_go_on(p, ys_indicator_key(p->space, p->marks, event)));
  top->entry = entry;
  YS_TRY(comments_before(p, event));
  if (ys_slot_annots(top->slot) != NULL && is_first_of_item(p, top))
    YS_TRY(ys_attach_first_key(&p->attacher, top->slot));
  if (is_merge_key(event)) p->attacher.merge = entry;
  YS_TRY(ys_attach_open(&p->attacher, entry, place.line));
  if (event->type != YS_EVENT_SCALAR && event->type != YS_EVENT_ALIAS) {
    const bool map = event->type == YS_EVENT_MAPPING_START;
    ys_slot *key = ys_parser_slot(p, place);
    if (key == NULL) return YS_NOMEM;
    YS_TRY(ys_leaf_complex_key(p, map ? YS_MAP : YS_ARRAY, place));
    return open_collection(p, event, key);
  }
  if (is_merge_key(event)) return open_merge(p, entry);
  YS_TRY(ys_leaf_key(p, event, entry));
  if (entry->key != NULL) append(top, entry);
  return YS_OK;
}

/* ---- items --------------------------------------------------------------- */

/* Begins the item whose value begins with this event. */
static ys_status on_item(ys_parser *p, const ys_event *event) {
  frame *top = p->top;
  const ys_mark start = event->start;
  ys_place place = ys_parser_place(p, start);
  const char *dash = NULL;
  if (!top->flow) {
    size_t line;
    dash = ys_marks_dash(p->marks, start, top->dashes, &line);
    place = ys_marks_place(p->marks, line, top->dashes);
  }
  ys_slot *item = ys_parser_slot(p, place);
  if (item == NULL) return YS_NOMEM;
  if (ys_attach_any(&p->attacher, event->end.index))
    YS_TRY(dash != NULL ? ys_attach_to(&p->attacher, dash)
                        : comments_before(p, event));
  YS_TRY(ys_attach_open(&p->attacher, item, place.line));
  YS_TRY(comments_before(p, event));
  append(top, item);
  return set_value(p, event, item);
}

static ys_status on_node(ys_parser *p, const ys_event *event) {
  frame *top = p->top;
  ys_slot *slot = p->document;
  if (top != NULL) {
    if (top->slot->kind == YS_ARRAY) return on_item(p, event);
    if (top->entry == NULL) return on_key(p, event);
    slot = top->entry;
    top->entry = NULL;
    if (p->bare_key)
      YS_TRY(ys_parser_go_on(p, ys_indicator_value(p->space, p->marks, event)));
    p->bare_key = false;
  }
  YS_TRY(comments_before(p, event));
  return set_value(p, event, slot);
}

/* ---- documents ----------------------------------------------------------- */

/* Begins a document. Its event contains the directives and ends with the
 * `---`. */
static ys_status open_document(ys_parser *p, const ys_event *event) {
  const ys_mark end = event->end;
  const bool implicit = event->implicit;
  YS_TRY(ys_attach_comments(&p->attacher, end.index));
  ys_place place = {1, 1, p->source};
  if (!implicit)
    place = ys_marks_place(p->marks, end.line, end.column - 3);
  else if (p->code_notes != NULL) /* its line says when to make it */
    place = ys_parser_place(p, event->start);
  ys_slot *document = ys_parser_slot(p, place);
  if (document == NULL) return YS_NOMEM;
  if (!implicit) YS_TRY(ys_attach_open(&p->attacher, document, place.line));
  ys_leaf_read_as(p, ys_annot_find(document, YS_WORD_JSON_SCHEMA) != NULL);
  p->document = document;
  p->empty = false;
  p->unmarked = implicit;
  return YS_OK;
}

static ys_status close_document(ys_parser *p) {
  ys_slot *document = p->document;
  ys_anchors_forget(&p->anchors);
  const bool computed =
      p->code_notes != NULL && ys_code_notes_computes(p->code_notes, document);
  if (p->empty && ys_slot_annots(document) == NULL && !computed) return YS_OK;
  if (p->code_notes != NULL && p->unmarked)
    YS_TRY(ys_code_notes_unmark(p->code_notes, &p->space->arena, document));
  ys_documents_add(&p->documents, document);
  return YS_OK;
}

/* ---- the stream ---------------------------------------------------------- */

static ys_status on_event(ys_parser *p, const ys_event *event) {
  switch (event->type) {
  case YS_EVENT_DOCUMENT_START: return open_document(p, event);
  case YS_EVENT_DOCUMENT_END:
    YS_TRY(ys_attach_comments(&p->attacher, event->start.index));
    return close_document(p);
  case YS_EVENT_ALIAS:
  case YS_EVENT_SCALAR:
  case YS_EVENT_SEQUENCE_START:
  case YS_EVENT_MAPPING_START: return on_node(p, event);
  case YS_EVENT_SEQUENCE_END:
  case YS_EVENT_MAPPING_END: return close_collection(p, event);
  case YS_EVENT_STREAM_END:
    YS_TRY(ys_attach_comments(&p->attacher, SIZE_MAX));
    return ys_attach_plain(&p->attacher);
  default: return YS_OK;
  }
}

static inline ys_status next_event(ys_parser *p, ys_event *event) {
  return p->scanner != NULL ? ys_scan_next(p->scanner, event)
                            : ys_stream_next(p->stream, event);
}

static ys_status read_events(ys_parser *p) {
  ys_event event;
  do {
    YS_TRY(next_event(p, &event));
    YS_TRY(on_event(p, &event));
  } while (event.type != YS_EVENT_STREAM_END);
  return YS_OK;
}

/* Makes trees from the events of the parser's reader. */
static ys_status read_documents(ys_parser *p, ys_documents *out) {
  p->documents.code_notes = p->code_notes;
  ys_attach_init(&p->attacher, p->space, p->marks, &p->documents);
  ys_anchors_init(&p->anchors, p->space,
                  (size_t)(p->marks->end - p->marks->text));
  ys_keyset_init(&p->keyset, p->space);
  ys_key_reader_init(&p->keys, p->space);
  p->core_schema = p->space->core_schema;
  p->wide = p->space->wide;
  const ys_status status = read_events(p);
  ys_leaf_read_as(p, false);
  ys_anchors_forget(&p->anchors);
  ys_keyset_release(&p->keyset);
  ys_key_reader_release(&p->keys);
  if (status != YS_OK) return status;
  const bool invalid = p->invalid || p->attacher.invalid;
  YS_TRY(ys_attach_rest(&p->attacher, !invalid && p->code_notes == NULL));
  if (invalid) return YS_INVALID;
  *out = p->documents;
  return YS_OK;
}

static ys_status read_with_libyaml(ys_parser p, ys_documents *out) {
  ys_stream stream;
  YS_TRY(ys_stream_open(&stream, p.space, p.marks));
  p.stream = &stream;
  const ys_status status = read_documents(&p, out);
  ys_stream_close(&stream);
  return status;
}

/* Parses with the scanner. On YS_INVALID the scanner declined the text or the
 * text has an error. Records and notes are then removed; only memory of the
 * arena stays in use. */
static ys_status read_by_scanning(ys_parser p, ys_documents *out) {
  const ys_diags found = p.space->diags;
  const ys_code_notes noted =
      p.code_notes != NULL ? *p.code_notes : (ys_code_notes){0};
  ys_scanner scanner;
  if (p.space->libyaml_only ||
      !ys_scan_open(&scanner, p.marks, p.space->arena.memory))
    return YS_INVALID;
  p.scanner = &scanner;
  const ys_status status = read_documents(&p, out);
  ys_scan_close(&scanner);
  if (status != YS_INVALID) return status;
  ys_diags_restore(&p.space->diags, &found);
  if (p.code_notes != NULL) *p.code_notes = noted;
  return status;
}

ys_status ys_parse_extract(ys_space *space, const ys_extract *extract,
                           ys_code_notes *code_notes, ys_documents *out) {
  ys_marks marks;
  YS_TRY(ys_stream_check(space, extract, &marks));
  const ys_parser p = {.space = space,
                       .source = extract->source,
                       .near_lines = ys_parser_near_lines(extract->source),
                       .code_notes = code_notes,
                       .marks = &marks,
                       .questions = ys_indicator_likely(extract->text)};
  const ys_marks fresh = marks;
  const ys_status status = read_by_scanning(p, out);
  if (status != YS_INVALID) return status;
  marks = fresh; /* places are found from the start of the text again */
  return read_with_libyaml(p, out);
}

/* Parses JSON, which is one document and has no comments and so no
 * annotations. */
static ys_status parse_json(ys_space *space, const ys_extract *extract,
                            bool only, ys_documents *out, bool *is_json) {
  ys_slot *document = ys_arena_new(&space->arena, ys_slot);
  if (document == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_set_place(&space->arena, document,
                           (ys_place){1, 1, extract->source}));
  YS_TRY(ys_extract_check(space, extract));
  YS_TRY(ys_jsonread(space, extract, only, document, is_json));
  *out = (ys_documents){.first = document, .last = document, .count = 1};
  return YS_OK;
}

ys_status ys_parse(ys_space *space, uint16_t source, ys_documents *out) {
  const ys_source *whole = space->sources.list[source];
  const ys_extract all = {whole->text, source, 0};
  if (whole->only_json || ys_jsonread_likely(all.text)) {
    bool is_json = true;
    const ys_status status =
        parse_json(space, &all, whole->only_json, out, &is_json);
    if (is_json || whole->only_json || status == YS_NOMEM) return status;
  }
  return ys_parse_extract(space, &all, NULL, out);
}
