#ifndef YS_EVENT_SCAN_H
#define YS_EVENT_SCAN_H

/*
 * core/event/scan.h - a reader of the common part of YAML.
 *
 * It reads what configurations are made of: block maps and arrays, plain and
 * quoted scalars, literal and folded ones, flow collections, comments, several
 * documents, anchors and aliases. Whatever else a text has, and whatever may be
 * a fault, it declines: then libyaml reads the text from its first byte
 * (core/event/stream.h), so that all faults are told in libyaml's words.
 *
 * Its events are those that libyaml 0.2.5 makes of the same text, with the same
 * marks. Scalars that stand in the text as they are point into it.
 */

#include "core/event/event.h"

/* What the reader is inside of. */
typedef enum ys_level_kind {
  YS_LEVEL_MAP,
  YS_LEVEL_ARRAY,
  YS_LEVEL_ARRAY_OF_KEY, /* its dashes stand below the key, not indented */
  YS_LEVEL_FLOW_MAP,
  YS_LEVEL_FLOW_ARRAY
} ys_level_kind;

typedef struct ys_level {
  uint32_t column; /* of the keys or dashes; in flow: of the level outside */
  ys_level_kind kind;
} ys_level;

typedef struct ys_scanner {
  const ys_marks *marks; /* of the text */
  const char *at, *end;
  const char *line_start; /* of the line that `at` is in, ... */
  size_t line;            /* ... and its number, from 0 */
  size_t line_index;      /* characters before it */
  const char *counted;    /* how far characters of the line are counted, ... */
  size_t counted_column;  /* ... and how many there are */
  int state;              /* what comes next: see core/event/scan.c */
  ys_mark after;          /* the end of the last `:` or `-` */
  ys_level *levels;
  uint32_t depth, capacity;
  ys_memory memory; /* of `levels` */
  ys_buf text;      /* of a scalar that does not stand in the text as it is */
  ys_buf name;      /* of an anchor */
} ys_scanner;

/* Begins to read the text of the marks, which outlive the scanner. False: it is
 * not for this reader. Holds memory when there has been an event. */
bool ys_scan_open(ys_scanner *scanner, const ys_marks *marks, ys_memory memory);
void ys_scan_close(ys_scanner *scanner);

/* The next event. YS_INVALID, without a record: the text is not for this reader
 * after all. */
ys_status ys_scan_next(ys_scanner *scanner, ys_event *event);

#endif
