#ifndef YS_CHECK_CHECKER_H
#define YS_CHECK_CHECKER_H

/* core/check/checker.h - the parts of core/check/check.c among themselves. */

#include "core/check/check.h"

typedef struct ys_checker {
  ys_space *space;
  ys_check_mode mode;
  uint32_t faults;
  bool trial;  /* the first fault is enough, and the value stays as it is */
  bool silent; /* faults are counted and not recorded */
  bool chosen; /* the field is of an alternative that fits so far */
} ys_checker;

/* Whether a trial has come to its end. */
static inline bool ys_checker_knows(const ys_checker *c) {
  return c->trial && c->faults > 0;
}

/* Counts a fault. True: no record of it is wanted. */
static inline bool ys_checker_add_fault(ys_checker *c) {
  c->faults++;
  return c->silent;
}

/* A value and all below it against a field: faults are recorded and counted.
 * Fails only for want of memory, as do all that follow. */
ys_status ys_check_value(ys_checker *c, const ys_field *field, ys_slot *slot,
                         const ys_path *path);

/* A value against the alternatives of its field. */
ys_status ys_check_choice(ys_checker *c, const ys_field *field, ys_slot *slot,
                          const ys_path *path);

/* ---- records (core/check/fault.c) ------------------------------------------
 */

/* A value that does not fit: `found` where `expected`, with hints or "". */
ys_status ys_check_wrong(ys_checker *c, const ys_field *field, ys_slot *slot,
                         const ys_path *path, ys_str found, ys_str expected,
                         ys_str hints);

/* The same of a value whose kind the field does not take. */
ys_status ys_check_wrong_kind(ys_checker *c, const ys_field *field,
                              ys_slot *slot, const ys_path *path);

/* `entry` has a key that no field of the map in `field` is for. */
ys_status ys_check_unknown_key(ys_checker *c, const ys_field *field,
                               const ys_slot *entry, const ys_path *path);

/* A value is given for a field that was removed; it counts as a fault. */
ys_status ys_check_removed(ys_checker *c, const ys_field *field, ys_slot *slot,
                           const ys_path *path);

/* A value is given for a deprecated field: a warning. */
ys_status ys_check_deprecated(ys_checker *c, const ys_field *field,
                              const ys_slot *slot, const ys_path *path);

/* `found` keys do not do for `count`. */
ys_status ys_check_wrong_count(ys_checker *c, const ys_count *count,
                               uint32_t found, const ys_slot *map,
                               const ys_path *path);

/* The function of `count` failed. */
ys_status ys_check_no_count(ys_checker *c, const ys_count *count,
                            ys_str problem, const ys_path *path);

#endif
