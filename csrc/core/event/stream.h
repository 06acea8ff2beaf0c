#ifndef YS_EVENT_STREAM_H
#define YS_EVENT_STREAM_H

/*
 * core/event/stream.h - libyaml's events, and libyaml's errors as records.
 *
 * With its source file this is the only user of <yaml.h>.
 */

#include "core/event/event.h"

#include <yaml.h>

typedef struct ys_stream {
  yaml_parser_t yaml;
  yaml_event_t event; /* whose texts were handed out last */
  bool holds;         /* `event` has something to free */
  ys_space *space;
  const ys_marks *marks; /* of the text */
} ys_stream;

/*
 * Begins to read the text of the marks, which outlive the stream. After a
 * failure, which can only be YS_NOMEM, there is nothing to close.
 */
ys_status ys_stream_open(ys_stream *stream, ys_space *space,
                         const ys_marks *marks);
void ys_stream_close(ys_stream *stream);

/* The next event. YS_INVALID: there is a record, and nothing more to read. */
ys_status ys_stream_next(ys_stream *stream, ys_event *event);

/*
 * Makes the marks of a text that either reader is to read. YS_INVALID: it is
 * too large, no UTF-8, or has characters where readers of YAML differ; there is
 * a record.
 */
ys_status ys_stream_check(ys_space *space, const ys_extract *extract,
                          ys_marks *marks);

#endif
