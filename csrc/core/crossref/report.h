#pragma once

/* core/crossref/report.h - records what is wrong about the references and
 * identities of a document (reference#references). */

#include "core/crossref/ledger.h"

/* Where a report on a document goes. */
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
