#ifndef YS_TREE_SECRET_H
#define YS_TREE_SECRET_H

/*
 * core/tree/secret.h - notes which nodes must not be shown in reports
 * (reference#sensitive).
 *
 * A space has a list of notes, the newest first. The list of a run goes on with
 * that of its schema. Notes are cheap; core/print/conceal.h makes masks of them
 * when there is a report.
 */

#include "core/tree/node.h"

typedef enum ys_secret_part {
  YS_SECRET_VALUE,     /* the value of a scalar node */
  YS_SECRET_ENTRY,     /* the key, too, and all of the value */
  YS_SECRET_REST,      /* the text of the source from the place on */
  YS_SECRET_ARGUMENTS, /* the arguments of the annotation at the place */
  YS_SECRET_LINE       /* the line from the place on, in a text that cannot be
                          read */
} ys_secret_part;

typedef struct ys_secret {
  const struct ys_secret *next;
  ys_slot slot; /* a copy of the node; its value may be a text to hide */
  ys_secret_part part;
} ys_secret;

/* Notes one node. The only failure is YS_NOMEM, here and below. */
ys_status ys_secret_add(ys_space *space, const ys_slot *slot,
                        ys_secret_part part);

/* Notes a place without a value. */
ys_status ys_secret_add_place(ys_space *space, ys_place place,
                              ys_secret_part part);

/* Notes all scalars of a value, and the keys that no schema names. */
ys_status ys_secret_add_all(ys_space *space, const ys_slot *slot);

/* The keys of the schema to which a space belongs. */
const ys_keys *ys_secret_schema_keys(const ys_space *space);

#endif
