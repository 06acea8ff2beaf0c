#ifndef YS_CHECK_CHECKER_H
#define YS_CHECK_CHECKER_H

/* core/check/checker.h - What the source files of core/check/check.h share: the
 * state of a check, its parts and its records. */

#include "core/base/pairs.h"
#include "core/check/check.h"

/* What a check does with the value and with violations. */
typedef enum ys_checking {
  YS_CHECKING,        /* record them all, flag slots, and convert numbers */
  YS_CHECKING_CHOSEN, /* the same without converting numbers: the field belongs
                         to an alternative that fits so far */

  /* trials, which leave the value unchanged */
  YS_TRYING,          /* stop at the first violation */
  YS_TRYING_SILENTLY, /* the same, without a record */
  YS_LISTING,         /* record them all */
  YS_COUNTING         /* count them all, without records */
} ys_checking;

typedef struct ys_checker {
  ys_space *space;
  ys_check_mode mode;
  ys_checking how;
  ys_skips skips; /* of the user's documents: which nodes may be skipped later,
                     so that they are not checked */
  uint32_t violations;
  ys_memo *verdicts; /* of the outermost trial, or NULL (core/check/choice.c) */
  ys_memo *noticed;  /* the choices and values whose warnings were recorded,
                        while that is done; or NULL */
  const ys_slot *view;   /* in a trial: the copy that is checked, … */
  const ys_slot *viewed; /* … and the slot of the value that it is a copy of */
} ys_checker;

static inline bool ys_checker_tries(const ys_checker *c) {
  return c->how >= YS_TRYING;
}
static inline bool ys_checker_is_silent(const ys_checker *c) {
  return c->how == YS_TRYING_SILENTLY || c->how == YS_COUNTING;
}

/* Whether the value is a document of the user. */
static inline bool ys_checker_is_given(const ys_checker *c) {
  return c->mode <= YS_CHECK_TEXT;
}
static inline bool ys_checker_is_own(const ys_checker *c) {
  return c->mode >= YS_CHECK_VALUE;
}

/* Whether nothing will be added to the value. */
static inline bool ys_checker_is_final(const ys_checker *c) {
  return c->mode >= YS_CHECK_FINAL && c->mode <= YS_CHECK_COMPLETE;
}

/* The slot of the value itself, also where a copy of it is checked. A copy
 * lives no longer than its trial, and the next one may take its address. */
static inline const ys_slot *ys_checker_origin(const ys_checker *c,
                                               const ys_slot *slot) {
  return slot == c->view ? c->viewed : slot;
}

/* Whether the result of a trial is known. */
static inline bool ys_checker_knows(const ys_checker *c) {
  return c->violations > 0 && c->how >= YS_TRYING && c->how < YS_LISTING;
}

/* Counts a violation. Returns true if it must not be recorded. */
static inline bool ys_checker_add_violation(ys_checker *c) {
  c->violations++;
  return ys_checker_is_silent(c);
}

/* Checks a value and everything below it against its field; records and counts
 * violations. The only failure is YS_NOMEM, here and in all functions below. */
ys_status ys_check_value(ys_checker *c, const ys_typed *value);

/* Checks a value against the alternatives of its field. */
ys_status ys_check_choice(ys_checker *c, const ys_typed *value);

/* ---- records: core/check/violation.c ------------------------------------- */

/* Records that a value does not fit: `found` instead of `expected`. If `found`
 * is empty, the value itself is reported, with its kind. `hints` may be "". */
ys_status ys_check_invalid(ys_checker *c, const ys_typed *value, ys_str found,
                           ys_str expected, ys_str hints);

/* Records that the kind of a value is not accepted by the field. */
ys_status ys_check_invalid_kind(ys_checker *c, const ys_typed *value);

/* Records that a map has no field for the key of `entry`, which has the field
 * of the map. */
ys_status ys_check_unknown_key(ys_checker *c, const ys_typed *entry);

/* Records that a value is given for a removed field; this counts as a
 * violation. */
ys_status ys_check_removed(ys_checker *c, const ys_typed *value);

/* Records that a value is given for a deprecated field; this is a warning. */
ys_status ys_check_deprecated(ys_checker *c, const ys_typed *value);

/* Records that a map lacks the required key of `field`. */
ys_status ys_check_missing(ys_checker *c, const ys_field *field,
                           const ys_typed *map);

/* Records that a map has an invalid number of keys of a field, `found`. */
ys_status ys_check_invalid_count(ys_checker *c, const ys_field *field,
                                 uint32_t found, const ys_typed *map);

/* Records that the function of a field's count failed. */
ys_status ys_check_no_count(ys_checker *c, const ys_field *field,
                            ys_str problem, const ys_path *path);

#endif
