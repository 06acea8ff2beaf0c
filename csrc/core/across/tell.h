#ifndef YS_ACROSS_TELL_H
#define YS_ACROSS_TELL_H

/* core/across/tell.h - writes what a document says to others
 * (reference#references). */

#include "core/across/told.h"
#include "core/choose/refers.h"

/* A document whose run is over. */
typedef struct ys_telling {
  const ys_plan *plan;
  uint32_t member; /* of the plan; the document was validated by its schema */
  ys_space *space;
  ys_slot *root;
  const ys_referrer *referrer; /* zeroed if the run did not come so far */
} ys_telling;

/* What it says. Both texts are appended to, and empty where it says nothing. */
typedef struct ys_telling_out {
  ys_buf *in_file, *in_configuration;
  bool asks_file; /* the file has to decide about something */
  bool sensitive; /* a text may have a name that must not be stored */
} ys_telling_out;

/* `file` is the name of the document's file. The only failure is YS_NOMEM. */
ys_status ys_tell(const ys_telling *document, ys_str file, ys_telling_out *out);

#endif
