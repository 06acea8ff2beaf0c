#ifndef SAME_EVENTS_H
#define SAME_EVENTS_H

/* same_events.h - Compares the two readers of YAML: whatever our own one reads
 * to the end, libyaml reads as the same events. */

#include "core/event/scan.h"
#include "core/event/stream.h"
#include "plain_memory.h"

typedef enum compared {
  COMPARED_DECLINED, /* our own reader declined the text */
  COMPARED_SAME,
  COMPARED_DIFFERENT
} compared;

static inline bool same_mark(ys_mark a, ys_mark b) {
  return a.index == b.index && a.line == b.line && a.column == b.column;
}

static inline bool same_text(ys_str a, ys_str b) {
  return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

static inline bool is_scalar_text(const ys_event *event) {
  return event->found == NULL ||
         same_text(event->text, (ys_str){event->found, event->text.len});
}

static inline bool same_event(const ys_event *a, const ys_event *b) {
  if (a->type != b->type || !same_mark(a->start, b->start) ||
      !same_mark(a->end, b->end))
    return false;
  switch (a->type) {
  case YS_EVENT_SCALAR:
    if (a->style != b->style || !same_text(a->text, b->text) ||
        !is_scalar_text(a) || !is_scalar_text(b))
      return false;
    break;
  case YS_EVENT_ALIAS: return same_text(a->text, b->text);
  case YS_EVENT_SEQUENCE_START:
  case YS_EVENT_MAPPING_START:
    if (a->flow != b->flow) return false;
    break;
  case YS_EVENT_DOCUMENT_START: return a->implicit == b->implicit;
  default: return true;
  }
  return same_text(a->anchor, b->anchor) && a->tag.len == 0 && b->tag.len == 0;
}

/* Our own reader goes first; its text buffer is its own, so both events can be
 * looked at together. */
static inline compared compare_streams(ys_scanner *scanner, ys_stream *stream) {
  ys_event own, other;
  bool same = true;
  if (ys_stream_next(stream, &other) != YS_OK) same = false; /* its start */
  for (;;) {
    const ys_status status = ys_scan_next(scanner, &own);
    if (status == YS_NOMEM) abort();
    if (status != YS_OK) return COMPARED_DECLINED;
    if (same && ys_stream_next(stream, &other) != YS_OK) same = false;
    same = same && same_event(&own, &other);
    if (own.type == YS_EVENT_STREAM_END)
      return same ? COMPARED_SAME : COMPARED_DIFFERENT;
  }
}

static inline compared compare_readers(ys_str text) {
  ys_space space;
  ys_source *source;
  uint16_t index;
  ys_marks marks;
  ys_scanner scanner;
  ys_stream stream;
  compared result = COMPARED_DECLINED;
  if (ys_space_init(&space, plain_memory, NULL) != YS_OK ||
      ys_source_new(plain_memory, YS_STR("text"), text, &source) != YS_OK ||
      ys_sources_add(&space.sources, source, &index) != YS_OK)
    abort();
  const ys_extract all = {source->text, index, 0};
  if (ys_stream_check(&space, &all, &marks) == YS_OK &&
      ys_scan_open(&scanner, &marks, plain_memory)) {
    if (ys_stream_open(&stream, &space, &marks) != YS_OK) abort();
    result = compare_streams(&scanner, &stream);
    ys_stream_close(&stream);
    ys_scan_close(&scanner);
  }
  ys_space_release(&space);
  return result;
}

#endif
