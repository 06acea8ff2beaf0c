#pragma once

/* core/print/masking_parts.h - The state and the parts that the source files of
 * core/print/masking.h share. */

#include "core/tree/mark.h"
#include "core/tree/sensitive.h"

/* A sensitive node of one source, in the order of places. */
typedef struct ys_sensitive_node {
  uint32_t line, column;
  ys_sensitive_part part;
  bool found; /* its span is known */
} ys_sensitive_node;

/* The sensitive nodes of one source. */
typedef struct ys_sensitive_nodes {
  ys_source *source;
  uint16_t number;             /* of the source in its space */
  const ys_extracts *extracts; /* of all sources */
  ys_sensitive_node *list;     /* sorted */
  size_t count;
  ys_arena *arena; /* for the spans */
  struct ys_span_link *spans;
  size_t *span_count;
} ys_sensitive_nodes;

/* A list of spans, the newest first. */
typedef struct ys_span_link {
  struct ys_span_link *next;
  ys_span span;
} ys_span_link;

/* Adds a span without the blanks at its end. An empty span is left out. */
ys_status ys_masking_add_span(ys_sensitive_nodes *nodes, size_t start,
                              size_t end);

/* A text to read: a source, or a part of it. */
typedef struct ys_masking_part {
  ys_str text;
  uint32_t above; /* the number of the source's lines above it */
  size_t base;    /* the byte of the source where it begins */
  bool is_part;
} ys_masking_part;

/* Copies the lines of an extract to where they stand in the source. The other
 * text there becomes blanks, so that bytes of the copy are bytes of the source.
 * Without a text, the lines are not those of the source. */
ys_status ys_masking_put_in_place(const ys_sensitive_nodes *nodes,
                                  const ys_extract *extract,
                                  ys_masking_part *out);

/* Finds the nodes by reading the source as YAML, part by part if it was parsed
 * so. Those that are not where the source has a node are not found. `*whole` is
 * false if the source could not be read to its end. */
ys_status ys_masking_by_layout(ys_sensitive_nodes *nodes, bool *whole);
