#pragma once

/* core/crossref/write.h - Writes the names and the mentions of a document for
 * other documents (reference#references). */

#include "core/crossref/mentions.h"
#include "core/evaluate/references.h"

/* A document whose run is over. */
typedef struct ys_mentions_source {
  const ys_plan *plan;
  uint32_t member; /* of the plan; the document was validated by its schema */
  ys_space *space;
  ys_slot *root;
  const ys_referrer *referrer; /* zeroed if the run did not come so far */
} ys_mentions_source;

/* The written texts (core/crossref/mentions.h). Both are appended to, and empty
 * where there are neither names nor mentions. */
typedef struct ys_mentions_out {
  ys_buf *in_file, *in_configuration;
  bool asks_file; /* the file has to decide about something */
  bool sensitive; /* a text may have a name that must not be stored */
} ys_mentions_out;

/* `file` is the name of the document's file. The only failure is YS_NOMEM. */
ys_status ys_mentions_write(const ys_mentions_source *document, ys_str file,
                            ys_mentions_out *out);
