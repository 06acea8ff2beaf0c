#pragma once

/*
 * core/coverage/coverage.h - The small changes of a schema that make a
 * difference in a run.
 *
 * A point is a place of a schema and a change there: a rule is dropped, a bound
 * is moved by one, a key is no longer required. Wherever a run decides about a
 * value, it asks for the points of that decision. So it is known which changes
 * would have decided otherwise, and the same run with one of these changes
 * shows whether the outcome is another.
 *
 * A space without coverage has NULL in its room, and decides as the schema
 * says.
 */

#include "core/base/pairs.h"
#include "core/rule/rule.h"

/* The changes, with their names. */
#define YS_CHANGES(X)                                                          \
  /* of a rule */                                                              \
  X(HOLDS, "holds")   /* it always holds */                                    \
  X(FAILS, "fails")   /* it never holds */                                     \
  X(LOOSER, "looser") /* its bound is moved by one, so that it accepts more */ \
  X(STRICTER, "stricter") /* the same, so that it accepts less */              \
  X(UNLISTED, "unlisted") /* the allowed value with its index is gone */       \
  /* of a validation */                                                        \
  X(ALWAYS, "always")           /* `when=` is always true */                   \
  X(NEVER, "never")             /* `when=` is never true */                    \
  X(ACCEPT_NULL, "accept-null") /* `not_null` is gone */                       \
  /* of a field */                                                             \
  X(ACCEPT_EMPTY, "accept-empty")     /* an implied rule is gone */            \
  X(ANY_TYPE, "any-type")             /* values of other types are accepted */ \
  X(REFUSE_NULL, "refuse-null")       /* null is refused */                    \
  X(OPTIONAL, "optional")             /* the key is not required */            \
  X(UNKNOWN, "unknown")               /* the key is unknown */                 \
  X(ACCEPT_UNKNOWN, "accept-unknown") /* unknown keys are accepted */          \
  X(ANY_COUNT, "any-count")           /* any number of keys is accepted */     \
  X(ACCEPT_REMOVED, "accept-removed") /* a removed key is accepted */          \
  X(NO_NOTICE, "no-notice")           /* a deprecated key gives no warning */  \
  X(NULL_DEFAULT, "null-default")     /* the default is null */                \
  /* of an alternative, which is a field, too */                               \
  X(WITHOUT, "without") /* no value fits it */

typedef enum ys_change {
#define YS_CHANGE_OF(change, name) YS_CHANGE_##change,
  YS_CHANGES(YS_CHANGE_OF)
#undef YS_CHANGE_OF
      YS_CHANGE_COUNT
} ys_change;

typedef struct ys_point {
  struct ys_point *next;
  ys_change change;
  uint32_t index; /* of an allowed value or an alternative */
  ys_place place; /* in the schema */
  ys_str path;    /* of the field: "hosts[].port" */
  const ys_field *field;
  const ys_rule *rule;     /* NULL: the change is not of a rule */
  const ys_choice *choice; /* of an alternative; NULL for others */
  bool reached;            /* the change would have decided otherwise */
} ys_point;

/* All points of a schema, in the order of its fields. */
typedef struct ys_coverage {
  ys_arena *arena;
  ys_pairs by_subject; /* points by a rule, a validation or a field, and a
                          change with its index */
  ys_pairs by_place;
  ys_pairs entered; /* copies of definitions with keys of their own */
  ys_point *first, **end;
  const ys_point *changed; /* the change that is made, or NULL */
} ys_coverage;

/* Lists the points of a compiled schema. `arena` owns all; it has to live
 * as long as the coverage. What one annotation makes in many places is one
 * point. The only failure is YS_NOMEM. */
ys_status ys_coverage_init(ys_coverage *coverage, ys_arena *arena,
                           const ys_field *root, ys_definition *definitions);

static inline ys_coverage *ys_coverage_of(const ys_space *space) {
  return space->rooms[YS_ROOM_COVERAGE];
}

/* Whether a change is made in the space. */
static inline bool ys_coverage_changes(const ys_space *space) {
  return ys_coverage_of(space) != NULL &&
         ys_coverage_of(space)->changed != NULL;
}

/* Decides `outcome`, which with the change of the subject would be `other`.
 */
bool ys_coverage_decide(ys_coverage *coverage, const void *subject,
                        ys_change change, uint32_t index, bool outcome,
                        bool other);

/* The same, for a decision that is `outcome` without coverage. */
static inline bool ys_changed(const ys_space *space, const void *subject,
                              ys_change change, bool outcome, bool other) {
  return ys_coverage_of(space) == NULL
             ? outcome
             : ys_coverage_decide(ys_coverage_of(space), subject, change, 0,
                                  outcome, other);
}

/* Tests whether a value satisfies a named rule, and decides. `*finding` is
 * overwritten. The only failure is YS_NOMEM. */
ys_status ys_coverage_test(ys_space *space, const ys_rule *rule,
                           const ys_slot *value, ys_finding *finding);

/* Decides whether a rule that is a closure holds. */
bool ys_coverage_closure(const ys_space *space, const ys_rule *rule,
                         bool holds);

/* Decides whether a validation with `when=` applies. */
bool ys_coverage_when(const ys_space *space, const ys_validation *validation,
                      bool applies);

/* Gives the argument of a rule moved by one, so that the rule accepts more
 * or less. False: it is no bound that can be moved. */
bool ys_coverage_moved(const ys_rule *rule, ys_change change, ys_slot *out);
