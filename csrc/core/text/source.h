#pragma once

/*
 * core/text/source.h - The texts that were read, each with a name, its bytes
 * and a map of its lines.
 *
 * Sources are the only objects that several owners share, since a run shows
 * excerpts of its schema. They are therefore reference-counted: each ys_sources
 * list holds one reference to each of its sources.
 */

#include "core/base/str.h"

typedef struct ys_source {
  ys_memory memory;
  uint32_t references;
  ys_str name;      /* the name that messages show */
  ys_str text;      /* without a leading byte order mark */
  uint32_t *starts; /* byte offset of each line; NULL until needed */
  uint32_t line_count;
  bool only_json; /* the text must be JSON */
  bool is_file;   /* the name is a path that callers may open */
  bool assumed;   /* read as data values, although neither the user nor a header
                     says so */
  size_t block_size; /* of the allocation that holds the whole source */
} ys_source;

/* Makes a source with copies of the name and the text. The caller owns the
 * first reference. */
ys_status ys_source_new(ys_memory memory, ys_str name, ys_str text,
                        ys_source **out);

/* The kinds of files that may be read by name. A FIFO or a terminal can make
 * its reader wait for ever. */
typedef enum ys_readable {
  YS_READ_FILE,  /* only regular files, which never block */
  YS_READ_HEAD,  /* the same, and only the first `max_bytes` of a longer one */
  YS_READ_STREAM /* also FIFOs and character devices, as `<(command)` */
} ys_readable;

/* The problem of a path that leads to no file. */
#define YS_NO_FILE "No such file or directory"

/*
 * Reads a file of at most `max_bytes`; "-" is standard input. YS_INVALID means
 * that the system refused or that the file is not of the wanted kind. Then
 * `problem` is a static text that says why: YS_NO_FILE, "is a directory", "is
 * not a regular file (it is a FIFO)" or "larger than the limit max_bytes".
 */
ys_status ys_source_read(ys_memory memory, ys_str name, const char *path,
                         ys_readable kind, size_t max_bytes, ys_source **out,
                         const char **problem);

/* Add and remove a reference. Removing the last one frees the source. */
void ys_source_retain(ys_source *source);
void ys_source_release(ys_source *source);

/* The text of a line (from 1) without its line break; empty for a line beyond
 * the end. Lines end with LF, CR or CRLF. */
ys_str ys_source_line(ys_source *source, uint32_t line);

/* A list of sources in memory of its own, not of an arena. Its indexes are
 * those in ys_place.source. */
typedef struct ys_sources {
  ys_memory memory;
  ys_source **list;
  uint32_t count, capacity;
  size_t bytes; /* of all texts */
  /* The texts that excerpts must not show (core/text/mask.h), only in the copy
   * of a list that a report uses; or NULL. */
  const struct ys_masks *masks;
  uint32_t columns; /* of the terminal that excerpts have to fit; 0: 80, and the
                       text beside a mark may be longer */
} ys_sources;

/* Releasing frees the list and gives up its references; it may be done
 * twice. */
void ys_sources_init(ys_sources *sources, ys_memory memory);
void ys_sources_release(ys_sources *sources);

/* Adds a source and takes over the caller's reference, even on failure. Returns
 * YS_NOMEM also for more than 65,535 sources. */
ys_status ys_sources_add(ys_sources *sources, ys_source *source,
                         uint16_t *index);

/* The name of a place's source and the text of its line; empty for a place
 * without a line. */
ys_str ys_sources_name(const ys_sources *sources, ys_place place);
ys_str ys_sources_line(const ys_sources *sources, ys_place place);

/* The name of a place's source also without a line: the source may be one that
 * could not be read. */
ys_str ys_sources_name_of(const ys_sources *sources, ys_place place);
