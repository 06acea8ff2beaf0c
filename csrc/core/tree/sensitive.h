#pragma once

/*
 * core/tree/sensitive.h - Notes which nodes must not be shown in reports
 * (reference#sensitive).
 *
 * A space has a list of notes, the newest first. The list of a run goes on with
 * that of its schema. Notes are cheap; core/print/masking.h makes masks of them
 * when there is a report.
 */

#include "core/tree/node.h"

typedef enum ys_sensitive_part {
  YS_SENSITIVE_VALUE,     /* the value of a scalar node */
  YS_SENSITIVE_UNKNOWN,   /* the same, of a key without a field */
  YS_SENSITIVE_ENTRY,     /* the key, too, and all of the value */
  YS_SENSITIVE_REST,      /* the text of the source from the place on */
  YS_SENSITIVE_ARGUMENTS, /* the arguments of the annotation at the place */
  YS_SENSITIVE_SOURCE     /* all of the source, which could not be read */
} ys_sensitive_part;

typedef struct ys_sensitive {
  const struct ys_sensitive *next;
  ys_slot slot; /* a copy of the node; its value may be a text to mask */
  ys_sensitive_part part;
} ys_sensitive;

/* Notes a place without a value. The only failure is YS_NOMEM, here and below.
 */
ys_status ys_sensitive_add_place(ys_space *space, ys_place place,
                                 ys_sensitive_part part);

/* Notes that nothing of a source may be shown. */
static inline ys_status ys_sensitive_add_source(ys_space *space,
                                                uint16_t source) {
  return ys_sensitive_add_place(space, (ys_place){1, 1, source},
                                YS_SENSITIVE_SOURCE);
}

/* Notes all scalars of a value as this part, and the keys that no schema
 * names. */
ys_status ys_sensitive_add_all(ys_space *space, const ys_slot *slot,
                               ys_sensitive_part part);

/* The keys of the schema to which a space belongs. */
const ys_keys *ys_sensitive_schema_keys(const ys_space *space);
