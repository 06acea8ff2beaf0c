#ifndef YS_YAML_STREAM_H
#define YS_YAML_STREAM_H

/*
 * core/yaml/stream.h - a source as libyaml's events, and libyaml's errors as
 * records. With the parts of core/yaml/parse.c, which look inside the events,
 * this is the one user of <yaml.h>.
 */

#include "core/tree/mark.h"

#include <yaml.h>

typedef struct ys_stream {
  yaml_parser_t yaml;
  ys_space *space;
  ys_marks marks; /* of the source's text */
} ys_stream;

/*
 * Begins to read a text, which outlives the stream. YS_INVALID: it is too large
 * or no UTF-8, and there is a record. After any failure there is nothing to
 * close.
 */
ys_status ys_stream_open(ys_stream *stream, ys_space *space,
                         const ys_extract *extract);
void ys_stream_close(ys_stream *stream);

/* The next event, which is the caller's to drop. YS_INVALID: there is a record,
 * and nothing more to read. */
ys_status ys_stream_next(ys_stream *stream, yaml_event_t *event);

/*
 * Frees what an event holds. yaml_event_delete() clears all of the event, too,
 * which takes longer than the freeing; so it is asked only when there is
 * something to free. What begins a collection mostly holds nothing, what ends
 * one never does.
 */
static inline void ys_stream_drop(yaml_event_t *event) {
  bool holds = true;
  if (event->type == YAML_MAPPING_START_EVENT)
    holds = event->data.mapping_start.anchor != NULL ||
            event->data.mapping_start.tag != NULL;
  else if (event->type == YAML_SEQUENCE_START_EVENT)
    holds = event->data.sequence_start.anchor != NULL ||
            event->data.sequence_start.tag != NULL;
  else if (event->type == YAML_MAPPING_END_EVENT ||
           event->type == YAML_SEQUENCE_END_EVENT)
    holds = false;
  if (holds) yaml_event_delete(event);
}

#endif
