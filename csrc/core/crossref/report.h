#pragma once

/* core/crossref/report.h - Records the violations of a document's references
 * and identities (reference#references). */

#include "core/crossref/ledger.h"

/* The space that gets the records on a document. */
typedef struct ys_crossref_report {
  ys_space *space; /* begun with that of the document's schema */
  const ys_references_of_schema *references; /* of this schema */
  uint16_t source;                           /* of the document, in `space` */
  bool partial;                              /* as of ys_ledger_is_wrong */
} ys_crossref_report;

/* Records the notes of a document that are violations. YS_INVALID: the text
 * from which one was taken is none of a document with this schema. */
ys_status ys_crossref_record(ys_ledger *ledger,
                             const ys_ledger_document *document,
                             const ys_crossref_report *report);
