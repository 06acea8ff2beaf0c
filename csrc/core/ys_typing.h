#ifndef YS_TYPING_H
#define YS_TYPING_H

/* ys_typing.h - what `@schema/type` says (language.md 4, seed 004 part 5). */

#include "ys_annot.h"

typedef struct ys_typing {
  bool any;         /* anything goes */
  bool listed;      /* the kinds are: the value's own counts for nothing */
  bool or_inferred; /* but then it does, too */
  ys_kinds kinds;   /* that were named */
} ys_typing;

/* Reads the annotation; NULL: there is none. What is wrong with it is recorded,
 * and then it says nothing. The status only tells of memory. */
ys_status ys_typing_read(ys_space *space, const ys_annot *annot,
                         ys_typing *out);

#endif
