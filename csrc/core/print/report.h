#ifndef YS_PRINT_REPORT_H
#define YS_PRINT_REPORT_H

/*
 * core/print/report.h - records to text and JSON. The words are those of
 * core/print/message.h; the layout is ytt's (reference#layout), with the
 * schema's excerpt beside the values'.
 */

#include "core/tree/node.h"

/* What a record says, for programs (reference#records). Texts live in the arena
 * that was given, or in the record. */
typedef struct ys_violation {
  const char *kind; /* "type", "unknown-key", "rule", "syntax", ... */
  ys_str message;   /* one sentence */
  ys_str path, rule, found, expected, hint;
  ys_str file, schema_file;
  uint32_t line, column, schema_line; /* 0: none */
} ys_violation;

/* What one record of the space says. Fails only for want of memory. */
ys_status ys_report_violation(const ys_space *space, ys_arena *arena,
                              const ys_diag *diag, ys_violation *out);

/* The report for people: all groups but warnings, in the groups' order; empty
 * without faults. Ends with a line break. */
void ys_report_text(const ys_space *space, ys_buf *out);

/* The warnings, a line each. */
void ys_report_warnings(const ys_space *space, ys_buf *out);

/* `{"violations": [...], "warnings": [...]}`, with a line break at the end. */
void ys_report_json(const ys_space *space, ys_buf *out);

#endif
