#pragma once

/* core/compile/key_rule.h - Reads the annotations about the key of a map item:
 * `@schema/key`, `@schema/any-key`, `@schema/key-may-be-present`
 * (reference#keys). */

#include "core/type/type.h"

typedef struct ys_key_rule {
  bool optional;   /* the key is not inserted if it is missing */
  ys_count *count; /* NULL: any number of keys is valid, or the key is always
                      inserted */
  bool by_default; /* `count` is what holds without expects= */
  ys_open open;    /* for a placeholder; `field` and `position` are not set */
} ys_key_rule;

/* Whether the annotation makes the item a placeholder for other keys. `annot`
 * may be NULL. */
bool ys_key_rule_is_open(const ys_annot *annot);

/* Reads the first of these annotations, which may be NULL. Errors are recorded;
 * the only failure is YS_NOMEM. */
ys_status ys_key_rule_read(ys_space *space, const ys_annot *annot,
                           ys_key_rule *out);
