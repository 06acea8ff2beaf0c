#ifndef YS_CHECK_CHECKER_H
#define YS_CHECK_CHECKER_H

/* core/check/checker.h - What the source files of core/check/check.h share: the
 * state of a check, its parts and its records. */

#include "core/check/check.h"
#include "core/check/verdicts.h"

typedef struct ys_checker {
  ys_space *space;
  ys_check_mode mode;
  uint32_t violations;
  bool trial;    /* stop at the first violation and leave the value unchanged */
  bool thorough; /* a trial that goes on after a violation */
  bool silent;   /* count violations but do not record them */
  bool chosen;   /* the field belongs to an alternative that fits so far */
  ys_verdicts *verdicts; /* of the outermost trial; NULL: there is none */
  ys_verdicts *noticed;  /* the choices and values whose warnings were recorded,
                            while that is done; or NULL */
  const ys_slot *view;   /* in a trial: the copy that is checked, … */
  const ys_slot *viewed; /* … and the slot of the value that it is a copy of */
} ys_checker;

/* The slot of the value itself, also where a copy of it is checked. A copy
 * lives no longer than its trial, and the next one may take its address. */
static inline const ys_slot *ys_checker_origin(const ys_checker *c,
                                               const ys_slot *slot) {
  return slot == c->view ? c->viewed : slot;
}

/* Whether the result of a trial is known. */
static inline bool ys_checker_knows(const ys_checker *c) {
  return c->trial && c->violations > 0 && !c->thorough;
}

/* Counts a violation. Returns true if it must not be recorded. */
static inline bool ys_checker_add_violation(ys_checker *c) {
  c->violations++;
  return c->silent;
}

/* Checks a value and everything below it against a field; records and counts
 * violations. The only failure is YS_NOMEM, here and in all functions below. */
ys_status ys_check_value(ys_checker *c, const ys_field *field, ys_slot *slot,
                         const ys_path *path);

/* Checks a value against the alternatives of its field. */
ys_status ys_check_choice(ys_checker *c, const ys_field *field, ys_slot *slot,
                          const ys_path *path);

/* Checks which keys a complete map has (core/check/keys.c). */
ys_status ys_check_keys(ys_checker *c, const ys_field *field, ys_slot *slot,
                        const ys_path *path);

/* ---- records (core/check/violation.c)
 * ---------------------------------------- */

/* Records that a value does not fit: `found` instead of `expected`. If `found`
 * is empty, the value itself is reported, with its kind. `hints` may be "". */
ys_status ys_check_invalid(ys_checker *c, const ys_field *field, ys_slot *slot,
                           const ys_path *path, ys_str found, ys_str expected,
                           ys_str hints);

/* Records that the kind of a value is not accepted by the field. */
ys_status ys_check_invalid_kind(ys_checker *c, const ys_field *field,
                                ys_slot *slot, const ys_path *path);

/* Records that the map in `field` has no field for the key of `entry`. */
ys_status ys_check_unknown_key(ys_checker *c, const ys_field *field,
                               const ys_slot *entry, const ys_path *path);

/* Records that a value is given for a removed field; this counts as a
 * violation. */
ys_status ys_check_removed(ys_checker *c, const ys_field *field, ys_slot *slot,
                           const ys_path *path);

/* Records that a value is given for a deprecated field; this is a warning. */
ys_status ys_check_deprecated(ys_checker *c, const ys_field *field,
                              const ys_slot *slot, const ys_path *path);

/* Records that `map` lacks the required key of `field`, whose path this is. */
ys_status ys_check_missing(ys_checker *c, const ys_field *field,
                           const ys_slot *map, const ys_path *path);

/* Records that the map has an invalid number of keys, `found`. */
ys_status ys_check_invalid_count(ys_checker *c, const ys_count *count,
                                 uint32_t found, const ys_slot *map,
                                 const ys_path *path);

/* Records that the function of `count` failed. */
ys_status ys_check_no_count(ys_checker *c, const ys_count *count,
                            ys_str problem, const ys_path *path);

#endif
