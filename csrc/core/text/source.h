#ifndef YS_TEXT_SOURCE_H
#define YS_TEXT_SOURCE_H

/*
 * core/text/source.h - the texts that were read: a name, the bytes, a map of
 * lines.
 *
 * Sources are the one thing that several owners share (a run shows excerpts
 * of its schema), so they are counted: each ys_sources list holds one
 * reference to each of its sources.
 */

#include "core/base/str.h"

typedef struct ys_source {
  ys_memory memory;
  uint32_t references;
  ys_str name;      /* as messages show it */
  ys_str text;      /* without a leading byte order mark */
  uint32_t *starts; /* byte offset of each line; NULL until asked for */
  uint32_t line_count;
  bool only_json;    /* what is not JSON is refused */
  bool is_file;      /* the name is that of a file, for who wants to open it */
  bool assumed;      /* to be data values: nobody named it or marked it so */
  size_t block_size; /* of the allocation that holds all of it */
} ys_source;

/* Copies both. The caller holds the one reference. */
ys_status ys_source_new(ys_memory memory, ys_str name, ys_str text,
                        ys_source **out);

/* What may be read by its name: a FIFO or a terminal can let its reader wait
 * for ever. */
typedef enum ys_readable {
  YS_READ_FILE,  /* a regular file alone, which never waits */
  YS_READ_STREAM /* also a FIFO and a character device, as a shell names them */
} ys_readable;

/*
 * Reads a file ("-" is standard input) of at most `max_bytes`. When the system
 * refuses, or it is no file of the kind that is wanted, the status is
 * YS_INVALID and `problem` says why in static words ("No such file or
 * directory", "is a directory", "is not a regular file (it is a FIFO)", "larger
 * than the limit max_bytes").
 */
ys_status ys_source_read(ys_memory memory, ys_str name, const char *path,
                         ys_readable kind, size_t max_bytes, ys_source **out,
                         const char **problem);

/* One reference more, or one less: the last one frees it. */
void ys_source_retain(ys_source *source);
void ys_source_release(ys_source *source);

/* The text of a line (from 1) without its line break; empty beyond the end.
 * Lines end with LF, CR or CRLF. */
ys_str ys_source_line(ys_source *source, uint32_t line);

/* Grows in malloc'ed memory of its own; indexes fit ys_place.source. */
typedef struct ys_sources {
  ys_memory memory;
  ys_source **list;
  uint32_t count, capacity;
} ys_sources;

/* Releasing gives back the list and its references; safe twice. */
void ys_sources_init(ys_sources *sources, ys_memory memory);
void ys_sources_release(ys_sources *sources);

/* Takes over the caller's reference, also on failure. YS_NOMEM also when
 * there are more than 65,535. */
ys_status ys_sources_add(ys_sources *sources, ys_source *source,
                         uint16_t *index);

/* Name and text of a place's line; empty for a place nobody wrote. */
ys_str ys_sources_name(const ys_sources *sources, ys_place place);
ys_str ys_sources_line(const ys_sources *sources, ys_place place);

#endif
