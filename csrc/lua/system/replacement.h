#pragma once

/*
 * lua/system/replacement.h - One file that takes the place of another.
 *
 * A file is never written where it is: a full disk, a signal or a crash would
 * leave half of it. The new text goes to a file in the same folder, with the
 * same mode, owner and attributes, is synced, and is renamed. What cannot be
 * replaced like this is refused, with a reason. Only what has no text to lose
 * is written in place: devices, pipes and the process's own standard streams.
 *
 * A replacement owns a descriptor and, until the end, a file on disk. The
 * caller keeps signals away or notes `path` for them (lua/system/undo.h).
 */

#include "core/base/base.h"
#include "lua/system/undo.h"

#include <stdbool.h>

typedef struct ysl_replacement {
  int descriptor;
  bool beside;                   /* the text is in `path`, to be renamed */
  char target[YSL_LONGEST_PATH]; /* the file itself, after all links */
  char path[YSL_LONGEST_PATH];
} ysl_replacement;

/* Why a file could not be replaced: an error of the system, a reason, or both;
 * neither: it was replaced. The reason is a static text. */
typedef struct ysl_refusal {
  int error;
  const char *reason;
} ysl_refusal;

static inline bool ysl_refused(ysl_refusal refusal) {
  return refusal.error != 0 || refusal.reason != NULL;
}

/* Whether a path is one that is written in place: to open it may block. */
bool ysl_is_stream(const char *path);

/* Opens a replacement of the file at `path`. `only_owner`: only its owner may
 * read the result, whatever the mode of the old file. */
ysl_refusal ysl_replacement_open(ysl_replacement *r, const char *path,
                                 bool only_owner);

/* Writes more of the text; gives an error of the system, or 0. */
int ysl_replacement_write(const ysl_replacement *r, ys_str text);

/* Ends it: the new text takes the place of the old one, unless there was an
 * error before, which is returned; then the old file stays as it is. */
ysl_refusal ysl_replacement_end(ysl_replacement *r, int error);
