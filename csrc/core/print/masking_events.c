/* core/print/masking_events.c - Finds sensitive nodes in a source by reading it
 * as YAML once more. */

#include "core/base/pairs.h"
#include "core/event/stream.h"
#include "core/print/masking_parts.h"

#define NOT_MASKED SIZE_MAX

/* The node that had an anchor last, for the aliases of a sensitive node. */
typedef struct anchored {
  uint32_t document; /* 0: none had it */
  size_t start, end;
} anchored;

/* A collection that has begun and not ended. */
typedef struct level {
  struct level *up;
  bool map, flow;
  bool has_key;      /* in a map: the next node is a value */
  size_t key_masked; /* where the span of that value begins, if the key is
                        sensitive, too */
  bool value_masked; /* that value is sensitive */
  uint32_t dashes;   /* in an array: the column of the dashes */
  size_t column;     /* of the key or the dash that was read last */
  size_t key_end;    /* in a map: where that key ends, in bytes */
  size_t start;      /* of the collection, in bytes */
  size_t masked;     /* where its span begins, or NOT_MASKED */
  anchored *anchor;  /* what it has as its anchor, or NULL */
} level;

typedef struct reader {
  ys_sensitive_nodes *nodes;
  ys_marks marks;
  level *top;
  size_t content;     /* where the last scalar, alias or bracket ended */
  ys_keys names;      /* of anchors and aliases */
  ys_pairs anchors;   /* nodes by their names */
  uint32_t document;  /* counted from 1 */
  bool is_part;       /* the text is a part of the source */
  size_t base;        /* the byte of the source where the text begins */
  bool mask_document; /* a note is about the place of the document. Its first
                         key or item may have that place, too */
} reader;

static size_t byte_of(reader *r, ys_mark mark) {
  return (size_t)(ys_marks_find(&r->marks, mark.index) - r->marks.text);
}

/* Whether the node at a place is sensitive, and how much of it. */
static bool is_masked(reader *r, ys_place place, bool *with_key) {
  ys_sensitive_nodes *nodes = r->nodes;
  size_t low = 0, high = nodes->count;
  bool any = false;
  *with_key = false;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    const ys_sensitive_node *h = &nodes->list[middle];
    if (h->line < place.line ||
        (h->line == place.line && h->column < place.column))
      low = middle + 1;
    else
      high = middle;
  }
  for (; low < nodes->count && nodes->list[low].line == place.line &&
         nodes->list[low].column == place.column;
       low++) {
    ys_sensitive_node *h = &nodes->list[low];
    if (h->part > YS_SENSITIVE_ENTRY) continue;
    h->found = any = true;
    *with_key |= h->part == YS_SENSITIVE_ENTRY;
  }
  return any;
}

/* Masks a part of the text. */
static ys_status add_span(reader *r, size_t start, size_t end) {
  return ys_masking_add_span(r->nodes, r->base + start, r->base + end);
}

/* ---- anchors ------------------------------------------------------------- */

/* Gives the node with this anchor, or room for it. */
static ys_status find_anchor(reader *r, ys_str name, anchored **out) {
  const ys_key *key;
  YS_TRY(ys_keys_intern(&r->names, YS_STRING, name, &key));
  *out = ys_pairs_get(&r->anchors, key, NULL);
  if (*out != NULL) return YS_OK;
  *out = ys_arena_new(r->nodes->arena, anchored);
  if (*out == NULL) return YS_NOMEM;
  return ys_pairs_set(&r->anchors, r->nodes->arena, key, NULL, *out);
}

static void set_anchor(const reader *r, anchored *anchor, size_t start,
                       size_t end) {
  if (anchor != NULL) *anchor = (anchored){r->document, start, end};
}

/* Masks the node that a sensitive alias names. */
static ys_status mask_target(reader *r, ys_str name) {
  anchored *a;
  YS_TRY(find_anchor(r, name, &a));
  return a->document == r->document ? add_span(r, a->start, a->end) : YS_OK;
}

/* ---- nodes --------------------------------------------------------------- */

/* A value that is missing may be computed by code after it. */
static size_t end_of_code(const reader *r, size_t at) {
  const char *end = ys_marks_line_end(&r->marks, r->marks.text + at);
  for (const char *c = r->marks.text + at; c + 1 < end; c++)
    if (c[0] == '#' && c[1] == '@') return (size_t)(end - r->marks.text);
  return at;
}

/* Masks the comment that begins in a line from a byte on, with the blanks in
 * front of it. What closes brackets may stand there, too. */
static ys_status mask_comment(reader *r, size_t at) {
  const char *text = r->marks.text;
  const char *end = ys_marks_line_end(&r->marks, text + at);
  const char *c = text + at;
  bool closes = false;
  for (; c < end && memchr(" \t,]}", *c, 5) != NULL; c++)
    closes |= *c != ' ' && *c != '\t';
  if (c == end || *c != '#') return YS_OK;
  return add_span(r, closes ? (size_t)(c - text) : at, (size_t)(end - text));
}

/* Masks the comments after a node: at the end of its line, and on lines of
 * their own that are indented further than its entry. */
static ys_status mask_comments(reader *r, size_t at, size_t column) {
  const ys_str text = {r->marks.text, (size_t)(r->marks.end - r->marks.text)};
  YS_TRY(mask_comment(r, at));
  for (;;) {
    const char *line = memchr(text.ptr + at, '\n', text.len - at);
    size_t indent = 0;
    if (line == NULL) return YS_OK;
    at = (size_t)(++line - text.ptr);
    while (at + indent < text.len && line[indent] == ' ')
      indent++;
    if (at + indent == text.len || indent <= column || line[indent] != '#')
      return YS_OK;
    YS_TRY(mask_comment(r, at + indent));
  }
}

/* Masks a node with the comments after it. */
static ys_status mask_node(reader *r, size_t from, size_t end) {
  const size_t column = r->top == NULL ? 0 : r->top->column;
  YS_TRY(add_span(r, from, end));
  return mask_comments(r, end, column);
}

static ys_status mask_leaf(reader *r, const ys_event *event, size_t from,
                           size_t end) {
  if (event->type == YS_EVENT_ALIAS) YS_TRY(mask_target(r, event->text));
  if (event->type == YS_EVENT_SCALAR && event->text.len == 0 &&
      event->style == YS_STYLE_PLAIN)
    end = end_of_code(r, end);
  while (from < end && r->marks.text[from] == ' ')
    from++;
  return mask_node(r, from, end);
}

static bool is_leaf(const ys_event *event) {
  return event->type == YS_EVENT_ALIAS || event->type == YS_EVENT_SCALAR;
}

/* The column of an array's dashes, as the parser finds it. */
static uint32_t dash_column(reader *r, const ys_event *event) {
  const ys_mark end = event->end;
  if (!ys_event_has_properties(event)) return (uint32_t)event->start.column;
  const char *at = ys_marks_find(&r->marks, end.index);
  const bool there = at < r->marks.end && *at == '-';
  return (uint32_t)(there || end.column == 0 ? end.column : end.column - 1);
}

/* Begins a node, whose span begins at `masked` if it is sensitive. */
static ys_status begin_node(reader *r, const ys_event *event, size_t masked) {
  const size_t start = byte_of(r, event->start), end = byte_of(r, event->end);
  anchored *anchor = NULL;
  level *l;
  if (masked != NOT_MASKED && masked > start) masked = start;
  r->content = end;
  if (event->type != YS_EVENT_ALIAS && event->anchor.ptr != NULL)
    YS_TRY(find_anchor(r, event->anchor, &anchor));
  if (is_leaf(event)) {
    set_anchor(r, anchor, start, end);
    return masked == NOT_MASKED ? YS_OK : mask_leaf(r, event, masked, end);
  }
  l = ys_arena_new(r->nodes->arena, level);
  if (l == NULL) return YS_NOMEM;
  *l = (level){.up = r->top,
               .map = event->type == YS_EVENT_MAPPING_START,
               .flow = event->flow,
               .dashes = dash_column(r, event),
               .start = start,
               .masked = masked,
               .key_masked = NOT_MASKED,
               .anchor = anchor};
  r->top = l;
  return YS_OK;
}

static ys_status end_node(reader *r, const ys_event *event) {
  level *l = r->top;
  if (l == NULL) return YS_OK;
  if (l->flow) r->content = byte_of(r, event->end);
  r->top = l->up;
  set_anchor(r, l->anchor, l->start, r->content);
  return l->masked == NOT_MASKED ? YS_OK : mask_node(r, l->masked, r->content);
}

static ys_status on_key(reader *r, const ys_event *event) {
  level *l = r->top;
  const ys_place place =
      ys_marks_place(&r->marks, event->start.line, event->start.column);
  bool with_key;
  l->has_key = true;
  l->value_masked = is_masked(r, place, &with_key);
  l->key_masked = with_key ? byte_of(r, event->start) : NOT_MASKED;
  l->column = event->start.column;
  l->key_end = byte_of(r, event->end);
  return begin_node(r, event, NOT_MASKED);
}

/* Where the value after a key begins, or a comment between the two. */
static size_t value_start(reader *r, const ys_event *event) {
  const size_t start = byte_of(r, event->start), end = r->top->key_end;
  const char *text = r->marks.text;
  const char *comment =
      end < start ? memchr(text + end, '#', start - end) : NULL;
  return comment == NULL ? start : (size_t)(comment - text);
}

static ys_status on_value(reader *r, const ys_event *event) {
  level *l = r->top;
  size_t masked = l->key_masked;
  l->has_key = false;
  if (masked == NOT_MASKED && l->value_masked) masked = value_start(r, event);
  return begin_node(r, event, masked);
}

static ys_status on_item(reader *r, const ys_event *event) {
  level *l = r->top;
  ys_place place =
      ys_marks_place(&r->marks, event->start.line, event->start.column);
  bool with_key;
  l->column = l->flow ? event->start.column : l->dashes;
  if (!l->flow) {
    size_t line;
    ys_marks_dash(&r->marks, event->start, l->dashes, &line);
    place = ys_marks_place(&r->marks, line, l->dashes);
  }
  return begin_node(r, event,
                    is_masked(r, place, &with_key) ? byte_of(r, event->start)
                                                   : NOT_MASKED);
}

static ys_status on_node(reader *r, const ys_event *event) {
  if (r->top == NULL)
    return begin_node(r, event,
                      r->mask_document && is_leaf(event)
                          ? byte_of(r, event->start)
                          : NOT_MASKED);
  if (!r->top->map) return on_item(r, event);
  return r->top->has_key ? on_value(r, event) : on_key(r, event);
}

static void on_document(reader *r, const ys_event *event) {
  ys_place place = {1, 1, 0};
  bool with_key;
  if (!event->implicit)
    place = ys_marks_place(&r->marks, event->end.line, event->end.column - 3);
  else if (r->is_part)
    place = ys_marks_place(&r->marks, event->start.line, event->start.column);
  r->document++;
  r->mask_document = is_masked(r, place, &with_key);
}

static ys_status on_event(reader *r, const ys_event *event) {
  switch (event->type) {
  case YS_EVENT_DOCUMENT_START: on_document(r, event); return YS_OK;
  case YS_EVENT_ALIAS:
  case YS_EVENT_SCALAR:
  case YS_EVENT_SEQUENCE_START:
  case YS_EVENT_MAPPING_START: return on_node(r, event);
  case YS_EVENT_SEQUENCE_END:
  case YS_EVENT_MAPPING_END: return end_node(r, event);
  default: return YS_OK;
  }
}

static ys_status read_stream(reader *r, ys_stream *stream) {
  ys_event event;
  do {
    YS_TRY(ys_stream_next(stream, &event));
    YS_TRY(on_event(r, &event));
  } while (event.type != YS_EVENT_STREAM_END);
  return YS_OK;
}

/* Reads with a space of its own, which receives the error of a text that is not
 * YAML. */
static ys_status read(ys_sensitive_nodes *nodes, const ys_masking_part *part,
                      ys_space *scratch) {
  ys_extract extract = {part->text, 0, part->above};
  reader r = {.nodes = nodes, .is_part = part->is_part, .base = part->base};
  ys_stream stream;
  ys_status status;
  ys_source_retain(nodes->source);
  YS_TRY(ys_sources_add(&scratch->sources, nodes->source, &extract.source));
  YS_TRY(ys_stream_check(scratch, &extract, &r.marks));
  YS_TRY(ys_stream_open(&stream, scratch, &r.marks));
  ys_keys_init(&r.names, nodes->arena, NULL);
  status = read_stream(&r, &stream);
  ys_keys_release(&r.names);
  ys_stream_close(&stream);
  return status;
}

static ys_status read_part(ys_sensitive_nodes *nodes,
                           const ys_masking_part *part, bool *whole) {
  ys_space scratch;
  ys_status status = ys_space_init(&scratch, nodes->arena->memory, NULL);
  if (status == YS_OK) status = read(nodes, part, &scratch);
  ys_space_release(&scratch);
  *whole &= status == YS_OK;
  return ys_recorded(status);
}

ys_status ys_masking_by_events(ys_sensitive_nodes *nodes, bool *whole) {
  bool divided = false;
  ys_masking_part part = {.text = nodes->source->text};
  *whole = true;
  for (const ys_extracts *e = nodes->extracts; e != NULL; e = e->next) {
    if (e->extract.source != nodes->number) continue;
    divided = true;
    YS_TRY(ys_masking_put_in_place(nodes, &e->extract, &part));
    if (part.text.ptr == NULL)
      *whole = false;
    else
      YS_TRY(read_part(nodes, &part, whole));
  }
  return divided ? YS_OK : read_part(nodes, &part, whole);
}
