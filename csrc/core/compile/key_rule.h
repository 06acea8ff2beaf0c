#ifndef YS_COMPILE_KEY_RULE_H
#define YS_COMPILE_KEY_RULE_H

/*
 * core/compile/key_rule.h - what annotations say of a map item's key:
 * `@schema/key`, `@schema/any-key`, `@schema/key-may-be-present`
 * (reference#keys).
 */

#include "core/type/type.h"

typedef struct ys_key_rule {
  bool optional;   /* the key is not inserted */
  ys_count *count; /* NULL: any number will do, or it is inserted anyway */
  ys_open open;    /* of a placeholder; without field and position */
} ys_key_rule;

/* Whether it is one of these annotations. */
bool ys_key_rule_is_about(const ys_annot *annot);

/* Whether the annotation, which may be NULL, makes the item stand for other
 * keys than its own. */
bool ys_key_rule_is_open(const ys_annot *annot);

/* Reads the first of them, which may be NULL; what is wrong is recorded. The
 * status only tells of memory. */
ys_status ys_key_rule_read(ys_space *space, const ys_slot *entry,
                           const ys_annot *annot, ys_key_rule *out);

#endif
