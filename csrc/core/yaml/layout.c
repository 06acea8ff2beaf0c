#include "core/yaml/layout.h"

#include "core/event/scan.h"
#include "core/event/stream.h"
#include "core/json/read.h"
#include "core/yaml/layout_build.h"

/* ---- nodes --------------------------------------------------------------- */

ys_layout *ys_layout_add(ys_layout_builder *b) {
  ys_layout *node = b->spare;
  if (node == NULL) node = ys_arena_new(&b->space->arena, ys_layout);
  if (node == NULL) return NULL;
  b->spare = node->next;
  *node = (ys_layout){0};
  node->indicator = node->colon = YS_LAYOUT_NOWHERE;
  node->key_start = node->key_content = node->key_end = YS_LAYOUT_NOWHERE;
  node->parent = b->top;
  node->number = 1;
  if (b->top == NULL) return node;
  if (b->top->last != NULL) node->number = b->top->last->number + 1;
  YS_APPEND(b->top->first, b->top->last, node);
  return node;
}

ys_layout_document *ys_layout_add_document(ys_layout_builder *b,
                                           uint32_t start) {
  ys_layout_document *document =
      ys_arena_new(&b->space->arena, ys_layout_document);
  ys_layouts *out = b->out;
  if (document == NULL) return NULL;
  document->start = document->body = start;
  document->end = ys_layout_offset_of(&b->t, b->t.end);
  document->number = out->last == NULL ? 1 : out->last->number + 1;
  if (out->last != NULL) out->last->end = start;
  YS_APPEND(out->first, out->last, document);
  return document;
}

/* Visits a node that has ended. */
static ys_status visit(ys_layout_builder *b, ys_layout *node) {
  if (b->visitor.visit == NULL) return YS_OK;
  YS_TRY(b->visitor.visit(b->visitor.ud, node));
  if (node->parent != NULL) node->parent->first = node->parent->last = NULL;
  node->next = b->spare;
  b->spare = node;
  return YS_OK;
}

/* ---- values -------------------------------------------------------------- */

static ys_status take_leaf(ys_layout_builder *b, const ys_event *event,
                           ys_layout *node) {
  YS_TRY(ys_layout_properties_of(b, event, node, false));
  ys_layout_leaf_range(b, event, &node->start, &node->content, &node->end);
  node->style = ys_layout_style_of(event);
  if (event->type == YS_EVENT_ALIAS) {
    YS_TRY(ys_layout_need_names(b, node));
    return ys_str_join(&b->space->arena, &event->text, 1, &node->names->alias);
  }
  return ys_layout_scalar(b, event, false, &node->value);
}

static ys_status open_collection(ys_layout_builder *b, const ys_event *event,
                                 ys_layout *node) {
  ys_layout_text *t = &b->t;
  const bool map = event->type == YS_EVENT_MAPPING_START;
  if (++b->depth > b->space->limits.max_depth) return YS_INVALID;
  YS_TRY(ys_layout_properties_of(b, event, node, false));
  ys_layout_skip(t);
  node->start = ys_layout_offset(t);
  if (ys_event_has_properties(event))
    t->at = ys_layout_after_properties(t, t->at, t->end);
  node->content = ys_layout_offset(t);
  node->value.kind = map ? YS_MAP : YS_ARRAY;
  node->style = event->flow ? YS_LAYOUT_FLOW : YS_LAYOUT_BLOCK;
  b->top = node;
  if (!event->flow || ys_layout_take(t, map ? '{' : '[')) return YS_OK;
  node->style = YS_LAYOUT_PAIR;
  return map ? YS_OK : YS_INVALID;
}

ys_status ys_layout_close(ys_layout_builder *b) {
  ys_layout *node = b->top;
  ys_layout_text *t = &b->t;
  if (node->style == YS_LAYOUT_FLOW) {
    ys_layout_take(t, ',');
    if (!ys_layout_take(t, node->value.kind == YS_MAP ? '}' : ']'))
      return YS_INVALID;
  }
  node->end = ys_layout_offset(t);
  b->top = node->parent;
  b->depth--;
  return visit(b, node);
}

static ys_status take_value(ys_layout_builder *b, const ys_event *event,
                            ys_layout *node) {
  if (event->type != YS_EVENT_SCALAR && event->type != YS_EVENT_ALIAS)
    return open_collection(b, event, node);
  YS_TRY(take_leaf(b, event, node));
  return visit(b, node);
}

/* ---- entries and items --------------------------------------------------- */

/* The place of the next byte, at which an event begins in most cases. */
static ys_place place_at(ys_layout_builder *b, const ys_event *event) {
  ys_layout_text *t = &b->t;
  const ys_mark start = event->start;
  if (ys_layout_byte(b, start) != t->at) return ys_layout_place(t, t->at);
  return ys_layout_placed(t, t->at,
                          ys_marks_place(b->marks, start.line, start.column));
}

/* The place of the dash before the next byte. In most cases there are only
 * blanks between it and the item. */
static ys_place place_of_dash(ys_layout_builder *b, const ys_event *event) {
  ys_layout_text *t = &b->t;
  const ys_mark start = event->start;
  const char *dash = t->at - 1, *first = ys_layout_byte(b, start), *at = t->at;
  while (at < first && *at == ' ')
    at++;
  if (at != first) return ys_layout_place(t, dash);
  const size_t column = start.column - (size_t)(first - dash);
  return ys_layout_placed(t, dash,
                          ys_marks_place(b->marks, start.line, column));
}

static ys_status take_item(ys_layout_builder *b, const ys_event *event) {
  ys_layout_text *t = &b->t;
  const bool block = b->top->style == YS_LAYOUT_BLOCK;
  ys_layout *node = ys_layout_add(b);
  if (node == NULL) return YS_NOMEM;
  if (!block) ys_layout_take(t, ',');
  if (block && !ys_layout_take(t, '-')) return YS_INVALID;
  if (block) node->indicator = ys_layout_offset(t) - 1;
  if (!block) ys_layout_skip(t);
  node->place = block ? place_of_dash(b, event) : place_at(b, event);
  return take_value(b, event, node);
}

static bool is_merge_key(const ys_event *event) {
  return event->type == YS_EVENT_SCALAR && event->tag.ptr == NULL &&
         event->style == YS_STYLE_PLAIN && ys_str_eq(event->text, YS_STR("<<"));
}

static ys_status read_key(ys_layout_builder *b, const ys_event *event,
                          ys_layout *node) {
  ys_slot value = {0};
  const bool plain = event->style == YS_STYLE_PLAIN && event->tag.ptr == NULL;
  node->merge = is_merge_key(event);
  node->key_alias = event->type == YS_EVENT_ALIAS;
  if (node->merge || node->key_alias) return YS_OK;
  if (event->type != YS_EVENT_SCALAR) return YS_INVALID;
  if (plain) {
    node->key = ys_key_guess(b->keys, event->text);
    if (node->key != NULL) return YS_OK;
  }
  YS_TRY(ys_layout_scalar(b, event, true, &value));
  return ys_key_of(b->keys, &value, plain, &node->key);
}

static ys_status take_key(ys_layout_builder *b, const ys_event *event) {
  ys_layout_text *t = &b->t;
  ys_layout *node = ys_layout_add(b);
  if (node == NULL) return YS_NOMEM;
  if (b->top->style != YS_LAYOUT_BLOCK) ys_layout_take(t, ',');
  ys_layout_skip(t);
  if (t->end - t->at >= 2 && *t->at == '?' &&
      strchr(" \t\r\n", t->at[1]) != NULL) {
    node->indicator = ys_layout_offset(t);
    t->at++;
    ys_layout_skip(t);
  }
  node->place = place_at(b, event);
  YS_TRY(ys_layout_properties_of(b, event, node, true));
  ys_layout_leaf_range(b, event, &node->key_start, &node->key_content,
                       &node->key_end);
  node->key_style = ys_layout_style_of(event);
  if (ys_layout_take(t, ':')) node->colon = ys_layout_offset(t) - 1;
  b->entry = node;
  return read_key(b, event, node);
}

static ys_status take_node(ys_layout_builder *b, const ys_event *event) {
  ys_layout *entry = b->entry;
  if (b->top == NULL) {
    ys_layout *root = ys_layout_add(b);
    if (root == NULL) return YS_NOMEM;
    root->place = ys_layout_place(&b->t, b->t.at);
    root->number = b->out->last->number;
    b->out->last->root = root;
    return take_value(b, event, root);
  }
  if (entry != NULL) {
    b->entry = NULL;
    return take_value(b, event, entry);
  }
  return b->top->value.kind == YS_MAP ? take_key(b, event)
                                      : take_item(b, event);
}

/* ---- documents ----------------------------------------------------------- */

static ys_status open_document(ys_layout_builder *b, const ys_event *event) {
  const char *start = ys_layout_byte(b, event->start);
  const bool first = b->out->last == NULL;
  ys_layout_document *document =
      ys_layout_add_document(b, first ? 0 : ys_layout_offset_of(&b->t, start));
  if (document == NULL) return YS_NOMEM;
  document->marked = !event->implicit;
  document->place =
      event->implicit
          ? ys_marks_place(b->marks, event->start.line, event->start.column)
          : ys_marks_place(b->marks, event->end.line, event->end.column - 3);
  b->t.at = event->implicit ? start : ys_layout_byte(b, event->end);
  if (event->implicit && first) b->t.at = b->t.text;
  document->body = ys_layout_offset(&b->t);
  return YS_OK;
}

static ys_status on_event(ys_layout_builder *b, const ys_event *event) {
  switch (event->type) {
  case YS_EVENT_DOCUMENT_START: return open_document(b, event);
  case YS_EVENT_ALIAS:
  case YS_EVENT_SCALAR:
  case YS_EVENT_SEQUENCE_START:
  case YS_EVENT_MAPPING_START: return take_node(b, event);
  case YS_EVENT_SEQUENCE_END:
  case YS_EVENT_MAPPING_END: return ys_layout_close(b);
  default: return YS_OK;
  }
}

static ys_status read_events(ys_layout_builder *b, ys_scanner *scanner,
                             ys_stream *stream) {
  ys_event event = {0};
  do {
    YS_TRY(scanner != NULL ? ys_scan_next(scanner, &event)
                           : ys_stream_next(stream, &event));
    YS_TRY(on_event(b, &event));
  } while (event.type != YS_EVENT_STREAM_END);
  return YS_OK;
}

static ys_status by_scanning(ys_layout_builder b) {
  ys_scanner scanner;
  if (b.space->libyaml_only ||
      !ys_scan_open(&scanner, b.marks, b.space->arena.memory))
    return YS_INVALID;
  const ys_status status = read_events(&b, &scanner, NULL);
  ys_scan_close(&scanner);
  return status;
}

static ys_status by_libyaml(ys_layout_builder b) {
  ys_stream stream;
  YS_TRY(ys_stream_open(&stream, b.space, b.marks));
  const ys_status status = read_events(&b, NULL, &stream);
  ys_stream_close(&stream);
  return status;
}

static ys_status of_yaml(ys_layout_builder *b, const ys_extract *whole,
                         bool alone) {
  ys_marks marks;
  YS_TRY(ys_stream_check(b->space, whole, &marks));
  const ys_marks fresh = marks;
  b->marks = &marks;
  ys_status status = by_scanning(*b);
  if (status != YS_INVALID || alone) return status;
  marks = fresh;
  *b->out = (ys_layouts){0};
  return by_libyaml(*b);
}

/* ---- the text ------------------------------------------------------------ */

static ys_status with_keys(ys_layout_builder *b, const ys_extract *whole,
                           bool alone) {
  ys_key_reader keys;
  ys_key_reader_init(&keys, b->space);
  b->keys = &keys;
  const ys_status status = of_yaml(b, whole, alone);
  ys_key_reader_release(&keys);
  return status;
}

static ys_layout_builder begin(ys_space *space, const ys_extract *whole,
                               ys_layouts *out) {
  ys_layout_builder b = {.space = space, .out = out};
  *out = (ys_layouts){0};
  ys_layout_text_init(&b.t, whole->text, whole->source);
  b.t.line += whole->above;
  return b;
}

static bool is_json(const ys_source *whole) {
  return whole->only_json || ys_jsonread_likely(whole->text);
}

ys_status ys_layout_alone(ys_space *space, uint16_t source, ys_layouts *out) {
  const ys_source *whole = space->sources.list[source];
  const ys_extract all = {whole->text, source, 0};
  const ys_diags found = space->diags;
  ys_layout_builder b = begin(space, &all, out);
  if (is_json(whole)) return YS_INVALID;
  const ys_status status = with_keys(&b, &all, true);
  if (status == YS_INVALID) ys_diags_restore(&space->diags, &found);
  return status;
}

ys_status ys_layout_of(ys_space *space, uint16_t source,
                       const ys_documents *documents, ys_layouts *out) {
  const ys_source *whole = space->sources.list[source];
  const ys_extract all = {whole->text, source, 0};
  ys_layout_builder b = begin(space, &all, out);
  if (documents->count == 1 && is_json(whole)) {
    ys_layout_builder json = b;
    const ys_status status = ys_layout_of_json(&json, documents->first);
    if (status != YS_INVALID) return status;
    *out = (ys_layouts){0};
  }
  return with_keys(&b, &all, false);
}

ys_status ys_layout_visit(ys_space *space, const ys_extract *text,
                          ys_layouts *out, ys_layout_visitor visitor) {
  ys_layout_builder b = begin(space, text, out);
  b.visitor = visitor;
  return with_keys(&b, text, false);
}
