#pragma once

/* core/reference/name_set.h - The names that a path leads to in one document.
 */

#include "core/base/set.h"
#include "core/type/refers.h"

/* The names of one target. The slots in it are those of the document, or, for
 * keys, made in its arena: `next` of such a name is the slot with the key. */
typedef struct ys_name_set {
  const ys_target *target;
  uint64_t seed;
  ys_set set;
  /* A value on the way to the names, or something in their collection, is
   * invalid: there may be other names than these (reference#uncertain-names).
   */
  bool uncertain;
  ys_place place; /* of the collection that has the names; line 0: none */
} ys_name_set;

/* Collects the names that the path leads to from `base`, where it begins. The
 * only failure is YS_NOMEM. */
ys_status ys_name_set_collect(ys_space *space, const ys_target *target,
                              ys_slot *base, ys_name_set *out);

/* The name that is equal to a value, or NULL. Numbers are equal by value. */
const ys_slot *ys_name_set_find(const ys_name_set *names, const ys_slot *value);

/* Goes on to the next name after `*at`, which is 0 at first; NULL after the
 * last one. Their order says nothing. */
const ys_slot *ys_name_set_next(const ys_name_set *names, size_t *at);

/* Appends the text of a name, which equal names share, and no others: its first
 * character says the type. NULL, where an item has no value, is "-". Not for
 * nan, which equals nothing. */
void ys_name_write(ys_buf *buf, const ys_slot *name);

/* The value that a path of keys leads to from `item`, or NULL. `*uncertain` is
 * set if it may be missing because of something invalid. */
ys_slot *ys_name_set_value(ys_space *space, const ys_target *path,
                           ys_slot *item, bool *uncertain);
