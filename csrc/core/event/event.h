#ifndef YS_EVENT_EVENT_H
#define YS_EVENT_EVENT_H

/*
 * core/event/event.h - one step of reading a YAML text, as YAML 1.2 calls it:
 * a document, a collection or an alias that begins or ends, or a scalar.
 *
 * Two readers make events: core/event/stream.h asks libyaml, and
 * core/event/scan.h reads the common part of YAML itself. For a text that both
 * can read, their events are the same, marks included. The texts of an event
 * are the reader's, until it is asked for the next one.
 */

#include "core/tree/mark.h"

typedef enum ys_event_type {
  YS_EVENT_STREAM_START,
  YS_EVENT_STREAM_END,
  YS_EVENT_DOCUMENT_START,
  YS_EVENT_DOCUMENT_END,
  YS_EVENT_ALIAS,
  YS_EVENT_SCALAR,
  YS_EVENT_SEQUENCE_START,
  YS_EVENT_SEQUENCE_END,
  YS_EVENT_MAPPING_START,
  YS_EVENT_MAPPING_END
} ys_event_type;

typedef enum ys_scalar_style {
  YS_STYLE_PLAIN,
  YS_STYLE_SINGLE_QUOTED,
  YS_STYLE_DOUBLE_QUOTED,
  YS_STYLE_LITERAL,
  YS_STYLE_FOLDED
} ys_scalar_style;

typedef struct ys_event {
  ys_event_type type;
  ys_scalar_style style; /* of a scalar */
  bool flow;             /* a collection that begins: in brackets or braces */
  bool implicit;         /* a document that begins: without `---` */
  ys_mark start, end;
  ys_str text;       /* of a scalar; the name of an alias */
  const char *found; /* where the text of a scalar stands in the source's text
                        just as it is; NULL: it does not */
  ys_str anchor;     /* without `&`; no pointer: there is none */
  ys_str tag;        /* in full: `tag:yaml.org,2002:int`; likewise */
} ys_event;

static inline bool ys_event_has_properties(const ys_event *event) {
  return event->anchor.ptr != NULL || event->tag.ptr != NULL;
}

#endif
