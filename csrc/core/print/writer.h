#pragma once

/*
 * core/print/writer.h - The lines that both layouts of reports for people share
 * (core/print/report.c, core/print/blocks.c).
 *
 * Memory that runs out is noted in the buffer, as `out->failed`.
 */

#include "core/print/message.h"
#include "core/text/repeats.h"

typedef struct ys_writer {
  ys_sources shown; /* the sources, with the masks of this report */
  const ys_sources *sources;
  const ys_space *space;
  ys_arena arena; /* of the masked records */
  ys_buf *out;
  size_t start;          /* where this report begins in `out` */
  const ys_diag *last;   /* the previous record, if it is of the same group */
  const ys_repeat *fold; /* all places of the current record; or NULL */
  bool all;              /* show every place */
  bool leaves_out;       /* a place was not shown */
} ys_writer;

/* Begins a report. The writer stays where it is until ys_writer_end(). */
void ys_writer_begin(ys_writer *w, ys_space *space, bool all, ys_buf *out);
void ys_writer_end(ys_writer *w);

/* Separates a block from the previous one with an empty line. */
void ys_writer_block(ys_writer *w);

/* Appends a template, which may be NULL, with its placeholders replaced for
 * people. Further lines of texts are indented by `indent`. */
void ys_writer_fill(ys_writer *w, const char *template, const ys_diag *diag,
                    size_t indent);

/* Appends a row of a label and a filled template, or nothing if that is empty.
 * Returns whether there is a row. */
bool ys_writer_row(ys_writer *w, const char *label, const char *template,
                   const ys_diag *diag, size_t indent);

/* Gives the record as it may be shown; NULL when out of memory. */
const ys_diag *ys_writer_shown(ys_writer *w, const ys_diag *diag);

/* The part of the line of a record that an excerpt marks: nothing for a
 * document. */
ys_mark_at ys_writer_mark(const ys_diag *diag);

/* The same, where reports of many files and records for programs point. */
ys_mark_at ys_writer_target(const ys_diag *diag);

/* Appends the other places of a violation that is reported once, a row each. */
void ys_writer_places(ys_writer *w, const char *label);

/* Appends how many places of the current violation are not shown. */
void ys_writer_rest(ys_writer *w, const char *label, const char *what);

/* Appends the number of the violations, or warnings, beyond the limit. */
void ys_writer_others(ys_writer *w, bool warnings);
