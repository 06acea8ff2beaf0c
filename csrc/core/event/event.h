#pragma once

/*
 * core/event/event.h - One step of reading a YAML text: the begin or end of a
 * document or a collection, an alias, or a scalar.
 *
 * Two readers make events: core/event/stream.h with libyaml, and
 * core/event/scan.h, which reads the common part of YAML itself. For a text
 * that both can read, their events are equal, including the marks. The texts of
 * an event belong to the reader and are valid until its next event.
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
  bool flow;     /* the collection that begins is in brackets or braces */
  bool implicit; /* the document that begins has no `---` */
  ys_mark start, end;
  ys_str text;       /* the text of a scalar, or the name of an alias */
  const char *found; /* where the source contains the text of a scalar
                        unchanged; NULL: nowhere, or unknown */
  ys_str anchor;     /* without `&`; a NULL pointer if there is none */
  ys_str tag; /* in full, as `tag:yaml.org,2002:int`; a NULL pointer if there is
                 none */
} ys_event;

static inline bool ys_event_has_properties(const ys_event *event) {
  return event->anchor.ptr != NULL || event->tag.ptr != NULL;
}
