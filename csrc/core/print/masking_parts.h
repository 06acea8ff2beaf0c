#ifndef YS_PRINT_MASKING_PARTS_H
#define YS_PRINT_MASKING_PARTS_H

/* core/print/masking_parts.h - What the source files of core/print/masking.h
 * share. */

#include "core/text/mask.h"
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
  uint16_t number;         /* of the source in its space */
  ys_sensitive_node *list; /* sorted */
  size_t count;
  ys_arena *arena; /* for the spans */
  struct ys_span_link *spans;
  size_t *span_count;
  uint32_t masked_line; /* the last line that was masked to its end */
  size_t masked_end;    /* where all is masked up to, from a place before */
} ys_sensitive_nodes;

/* A list of spans, the newest first. */
typedef struct ys_span_link {
  struct ys_span_link *next;
  ys_span span;
} ys_span_link;

/* Adds a span without the blanks at its end. An empty span is left out. */
ys_status ys_masking_add_span(ys_sensitive_nodes *nodes, size_t start,
                              size_t end);

/* Finds the nodes by reading the source as YAML. Those that are not where the
 * source has a node are not found. `*whole` is false if the source could not be
 * read to its end; then what was found may be incorrect. */
ys_status ys_masking_by_events(ys_sensitive_nodes *nodes, bool *whole);

/* Masks a node that was not found, and perhaps more, by the indentation of the
 * lines after it. The nodes of successive calls ascend. */
ys_status ys_masking_by_lines(ys_sensitive_nodes *nodes,
                              const ys_sensitive_node *masked);

#endif
