#pragma once

/* core/check/checker.h - The state of a check, and the parts and records of it
 * that the source files of core/check/check.h share. */

#include "core/base/pairs.h"
#include "core/check/check.h"
#include "core/check/fix.h"

/* The effect of a check on the value and on violations. */
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
  uint32_t fix_effort; /* the comparisons that were made for fixes */
  ys_memo *verdicts; /* of the outermost trial, or NULL (core/check/choice.c) */
  ys_memo *noticed;  /* the choices and values whose warnings were recorded,
                        while that is done; or NULL */
  const ys_slot *root;   /* the whole document, if it is checked; or NULL */
  const ys_slot *around; /* the innermost collection that was given, or NULL */
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

/* ---- fixes: core/check/fix.c --------------------------------------------- */

/* The fix of a scalar whose kind the field does not accept: quotes that are
 * missing, or that are superfluous because the text means exactly one thing
 * without them, in YAML 1.1 and in YAML 1.2. */
ys_fix ys_fix_kind(const ys_checker *c, const ys_field *field,
                   const ys_slot *slot);

/* The fix of an unknown key for which `sure` was surely meant, which may be
 * NULL. There is none if the map is NULL, has that key, or has another unknown
 * key that may be meant for it. */
ys_fix ys_fix_key(ys_checker *c, const ys_map_type *type, const ys_slot *entry,
                  ys_slot *map, const ys_key *sure);

/* The fix of a required key that is missing: the only value that it may have,
 * if there is only one and it may be shown. */
ys_status ys_fix_missing(const ys_checker *c, const ys_field *field,
                         ys_fix *out);

/* Whether string is the only scalar kind that the field takes. */
bool ys_fix_wants_string(const ys_field *field);

/* ---- records: core/check/violation.c ------------------------------------- */

/* The replacement of an invalid value, for people and for programs. */
typedef struct ys_hint {
  ys_str text;
  ys_fix fix;
} ys_hint;

/* Records that a value does not fit: `found` instead of `expected`. If `found`
 * is empty, the value itself is reported, with its kind. `hint` may be NULL. */
ys_status ys_check_invalid(ys_checker *c, const ys_typed *value, ys_str found,
                           ys_str expected, const ys_hint *hint);

/* Records that the kind of a value is not accepted by the field. */
ys_status ys_check_invalid_kind(ys_checker *c, const ys_typed *value);

/* Records that a map has no field for the key of `entry`, which has the field
 * of the map. `map` is the slot of the map, or NULL if it is not at hand; then
 * the record has no fix. */
ys_status ys_check_unknown_key(ys_checker *c, const ys_typed *entry,
                               ys_slot *map);

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
