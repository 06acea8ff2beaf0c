#pragma once

/*
 * core/type/text_rules.h - Rules of a schema about the texts of its documents:
 * variables that programs replace (reference#variables), and how a text must
 * end (reference#ends-with).
 */

#include "core/type/type.h"

typedef struct ys_text_rules {
  const ys_regexp *any;     /* finds variables of any type, or NULL */
  const ys_regexp *strings; /* finds variables that become strings, or NULL */
  ys_str any_text, strings_text; /* the expressions */
  ys_str end;                    /* how a text must end, or "" */
  ys_place end_place;            /* of the annotation that says so */
} ys_text_rules;

/* Reads the annotations of a schema's document into the field of its root.
 * Invalid arguments are recorded. */
ys_status ys_text_rules_read(ys_space *space, const ys_slot *document,
                             ys_field *root);

/* Whether a value is a string with a variable that may become any value of its
 * field: its type and its rules do not count. A field that takes only
 * collections has none. Without a field, it may become any scalar. The space is
 * a run's. */
ys_status ys_is_variable(ys_space *space, const ys_field *field,
                         const ys_slot *slot, bool *out);

/* The same for a place that takes these kinds. */
ys_status ys_is_variable_for(ys_space *space, ys_kinds kinds,
                             const ys_slot *slot, bool *out);
