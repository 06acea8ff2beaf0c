#pragma once

/* core/compile/type_rule.h - Reads `@schema/type` (reference#types-by-name). */

#include "core/annotation/annotation.h"

typedef struct ys_type_rule {
  bool any;    /* values of every kind are accepted */
  bool listed; /* kinds are named; the kind of the schema's value is ignored */
  bool or_inferred; /* the kind of the schema's value is accepted, too */
  ys_kinds kinds;   /* the kinds that are named */
} ys_type_rule;

/* Reads the annotation; NULL: there is none. If it has an error, the error is
 * recorded and the annotation has no effect. The only failure is YS_NOMEM. */
ys_status ys_type_rule_read(ys_space *space, const ys_annot *annot,
                            ys_type_rule *out);
