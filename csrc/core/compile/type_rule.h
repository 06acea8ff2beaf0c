#ifndef YS_COMPILE_TYPE_RULE_H
#define YS_COMPILE_TYPE_RULE_H

/* core/compile/type_rule.h - what `@schema/type` says
 * (reference#types-by-name). */

#include "core/annotation/annotation.h"

typedef struct ys_type_rule {
  bool any;         /* anything goes */
  bool listed;      /* the kinds are: the value's own counts for nothing */
  bool or_inferred; /* but then it does, too */
  ys_kinds kinds;   /* that were named */
} ys_type_rule;

/* Reads the annotation; NULL: there is none. What is wrong with it is recorded,
 * and then it says nothing. The status only tells of memory. */
ys_status ys_type_rule_read(ys_space *space, const ys_annot *annot,
                            ys_type_rule *out);

#endif
