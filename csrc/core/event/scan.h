#pragma once

/*
 * core/event/scan.h - A fast reader of the common part of YAML.
 *
 * It reads what configurations contain: block maps and arrays, plain and quoted
 * scalars, literal and folded scalars, flow collections, comments, several
 * documents, anchors and aliases. It declines a text with anything else and any
 * text that may be invalid. Then libyaml reads the text from its first byte
 * (core/event/stream.h), so that all error messages are those of libyaml.
 *
 * Its events and their marks are those that libyaml 0.2.5 makes of the same
 * text. Scalars that the text contains unchanged point into it.
 */

#include "core/event/event.h"

/* The kinds of collections in which the reader can be. */
typedef enum ys_level_kind {
  YS_LEVEL_MAP,
  YS_LEVEL_ARRAY,
  YS_LEVEL_ARRAY_OF_KEY, /* dashes in the same column as the key of the array */
  YS_LEVEL_FLOW_MAP,
  YS_LEVEL_FLOW_ARRAY
} ys_level_kind;

typedef struct ys_level {
  uint32_t column; /* of its keys or dashes; in flow: of the block */
  ys_level_kind kind;
} ys_level;

typedef struct ys_scanner {
  const ys_marks *marks; /* the marks of the text */
  const char *at, *end;
  const char *line_start; /* the start of the line that contains `at` */
  size_t line;            /* the number of that line, from 0 */
  size_t line_index;      /* the number of characters before that line */
  const char *counted;    /* characters of the line are counted to here */
  size_t counted_column;  /* the number of characters before `counted` */
  int state;     /* what comes next: YS_SCAN_... in core/event/scanner.h */
  ys_mark after; /* the end of the latest `:` or `-` */
  ys_level *levels;
  uint32_t depth, capacity;
  ys_memory memory; /* of `levels` */
  ys_buf text;      /* of a scalar that the text does not contain unchanged */
  ys_buf name;      /* the latest anchor's name */
} ys_scanner;

/* Begins to read the text of `marks`, which must outlive the scanner. Returns
 * false if this reader cannot read the text. The caller must close the scanner
 * after its first event, because it then owns memory. */
bool ys_scan_open(ys_scanner *scanner, const ys_marks *marks, ys_memory memory);
void ys_scan_close(ys_scanner *scanner);

/* Reads the next event. YS_INVALID without a record means that this reader
 * cannot read the text. */
ys_status ys_scan_next(ys_scanner *scanner, ys_event *event);
