#pragma once

/*
 * core/event/stream.h - Makes events with libyaml, and records from libyaml's
 * errors.
 *
 * Only this header and its source file use <yaml.h>.
 */

#include "core/event/event.h"

#include <yaml.h>

typedef struct ys_stream {
  yaml_parser_t yaml;
  yaml_event_t event; /* the latest event, which owns its texts */
  bool holds;         /* `event` has something to free */
  ys_space *space;
  const ys_marks *marks; /* the marks of the text */
} ys_stream;

/*
 * Begins to read the text of `marks`, which must outlive the stream. The only
 * failure is YS_NOMEM; after it there is nothing to close.
 */
ys_status ys_stream_open(ys_stream *stream, ys_space *space,
                         const ys_marks *marks);
void ys_stream_close(ys_stream *stream);

/* Reads the next event. On YS_INVALID there is a record, and reading must
 * stop. */
ys_status ys_stream_next(ys_stream *stream, ys_event *event);

/*
 * Makes the marks of a text for either reader. YS_INVALID means that the text
 * is too large, is not UTF-8, or has characters that readers of YAML treat
 * differently; then there is a record.
 */
ys_status ys_stream_check(ys_space *space, const ys_extract *extract,
                          ys_marks *marks);
