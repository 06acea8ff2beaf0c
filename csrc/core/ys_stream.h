#ifndef YS_STREAM_H
#define YS_STREAM_H

/*
 * ys_stream.h - a source as libyaml's events, and libyaml's errors as records.
 * Only ys_parse.c looks inside: with it, this is the one user of <yaml.h>.
 */

#include "ys_mark.h"

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

/* The next event, which is the caller's to delete. YS_INVALID: there is a
 * record, and nothing more to read. */
ys_status ys_stream_next(ys_stream *stream, yaml_event_t *event);

#endif
