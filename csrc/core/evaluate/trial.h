#pragma once

/* core/evaluate/trial.h - The trial of the alternatives of one value, for the
 * source files of core/evaluate/choose.h. */

#include "core/evaluate/choose.h"
#include "core/overlay/given_values.h"
#include "core/tree/gap.h"
#include "core/type/selector.h"

/* The result of one alternative. */
typedef struct ys_tried {
  ys_str why;       /* why it does not fit, or "" */
  bool fits;        /* it fits the complete value, and its rules hold */
  ys_diags outcome; /* records of the rules of the choices below it */
  ys_diags found;   /* records of its rules */
} ys_tried;

/* The next step with the current alternative. */
typedef enum ys_trial_step {
  YS_TRY_BEGIN,  /* find one that suits and fill the value from it */
  YS_TRY_SETTLE, /* get the defaults that closures give */
  YS_TRY_BELOW,  /* make the choices below */
  YS_TRY_TYPES,  /* validate counts of keys and the choices below */
  YS_TRY_RULES
} ys_trial_step;

/* Whether the complete value fits the current alternative by type. */
typedef enum ys_trial_types {
  YS_TYPES_FIT,    /* it does, as far as is known */
  YS_TYPES_MISFIT, /* a choice below fits none of its alternatives */
  YS_TYPES_LACK    /* it does not, but a key selects the alternative, so its
                      rules run all the same */
} ys_trial_types;

/* The trial of the alternatives of one value, in turn. */
typedef struct ys_trial {
  const ys_choice *choice;
  ys_trial_step step;
  ys_range range; /* the alternatives to try */
  uint32_t index;
  uint32_t suited; /* how many suit: their types fit the given value */
  uint32_t suits;  /* the first of these */
  uint32_t typed;  /* how many fit the complete value by type */
  uint32_t sole;   /* the last of these */
  uint32_t passed, first, second; /* how many fit, and the first two */
  uint32_t enough; /* after how many that fit no others are tried */
  ys_trial_types types;
  bool only;   /* no other alternative suits */
  bool copied; /* `given` has to be restored */
  bool filled; /* all-of: the value is complete, and the rules run */
  bool fits;   /* `fitting` is set */
  const ys_given_values *parts; /* the given parts; NULL: there is only one */
  const ys_given_value *from;   /* the first part of this round */
  uint32_t left;                /* the number of parts in this round */
  struct ys_trial
      *best; /* of the rounds before, that with the fewest violations */
  ys_arena_mark mark;     /* in `copies`, before the value was copied */
  ys_slot given, fitting; /* the value before the trial, and as completed by the
                             first alternative that fits */
  ys_slot validated;      /* the value as completed by `sole`, or by `suits` */
  uint64_t descent;       /* the number of this visit of what is below */
  struct ys_trial_result *known; /* where the result is kept, or NULL */
  ys_tried *tried;        /* of the alternatives in `range`, and an empty one */
  uint32_t room;          /* how many of them there is room for */
  struct ys_trial *spare; /* the next one that may be used again */
  ys_validator validator;
} ys_trial;

/* The arena for records of rules in trials, and for the reasons why
 * alternatives do not fit. When no trial is under way, only the outcome refers
 * to them. */
static inline ys_arena *ys_trial_records(ys_chooser *c) {
  return c->folding.on ? &c->folding.records : &c->space->arena;
}

/* Has new records of the space live there, until they are moved to the list of
 * a trial or removed. */
static inline void ys_trial_open_records(ys_chooser *c) {
  c->space->records = ys_trial_records(c);
}
static inline void ys_trial_close_records(ys_chooser *c) {
  c->space->records = NULL;
}

/* A slot on the way down from the root. Stops are linked upwards, from the
 * deepest one to the root. */
typedef struct ys_stop {
  struct ys_stop *up;
  ys_typed value;
  ys_slot *next;          /* the next child */
  uint32_t index, expect; /* index of that child; where its key is expected */
  ys_trial *trial;        /* NULL: the children are walked */
  bool is_alternative;    /* the stop above is for the same slot */
} ys_stop;

/* Where the value of a stop is missing in the data, if it is a default. */
static inline ys_gap ys_trial_gap(const ys_chooser *c, const ys_stop *stop) {
  if (ys_gap_is_given(c->space, stop->value.slot)) return (ys_gap){0};
  while (stop->up != NULL && !ys_gap_is_given(c->space, stop->value.slot))
    stop = stop->up;
  return ys_gap_of(c->space, stop->value.slot, stop->value.path.up == NULL);
}

/* Gives the nearest stop with a trial, from this one up, or NULL. */
static inline ys_stop *ys_trial_above(ys_stop *stop) {
  while (stop != NULL && stop->trial == NULL)
    stop = stop->up;
  return stop;
}

/* The same, but without trials whose alternative a key selects: as there is no
 * other, what is found in it is recorded at once. */
static inline ys_stop *ys_trial_open_above(ys_stop *stop) {
  stop = ys_trial_above(stop);
  while (stop != NULL && stop->trial->choice->by != NULL)
    stop = ys_trial_above(stop->up);
  return stop;
}

/* Makes room for the results of the alternatives in the range. A key that
 * selects one of very many alternatives costs no more than one of two. */
static inline ys_status ys_trial_need_tried(ys_arena *arena, ys_trial *t) {
  const uint32_t count = t->range.end - t->range.first + 1;
  if (t->room >= count) {
    memset(t->tried, 0, count * sizeof *t->tried);
    return YS_OK;
  }
  t->room = count;
  t->tried = ys_arena_zalloc(arena, count, sizeof *t->tried);
  return t->tried == NULL ? YS_NOMEM : YS_OK;
}

/* The result of an alternative; the empty one if it is not in the range. */
static inline ys_tried *ys_trial_tried(const ys_trial *t, uint32_t index) {
  const bool inside = index >= t->range.first && index < t->range.end;
  return &t->tried[(inside ? index : t->range.end) - t->range.first];
}

/* The list for the records of a choice directly below `above`: that of the
 * alternative that contains the choice, or that of the document. */
static inline ys_diags *ys_trial_outcome(ys_chooser *c, ys_stop *above) {
  const ys_stop *holder = ys_trial_above(above);
  if (holder == NULL) return &c->outcome;
  return &ys_trial_tried(holder->trial, holder->trial->index)->outcome;
}

/* Chooses without a trial where that is possible, as for most values. */
ys_status ys_trial_at_once(ys_chooser *c, const ys_typed *value, bool *done);

/* Begins the trial of the alternatives of the stop's value. */
ys_status ys_trial_begin(ys_chooser *c, ys_stop *stop);

/* Ends it: its memory will be used again, so that many values take no more than
 * those that contain each other. */
void ys_trial_end(ys_chooser *c, ys_stop *stop);

/* Drops records that will not be reported, if there are many and no trial is
 * under way. */
ys_status ys_trial_settle_records(ys_chooser *c);

/* Whether the given value suits an alternative by its type. */
ys_status ys_trial_suit(ys_chooser *c, const ys_typed *value, uint32_t index,
                        bool *out);

/* Whether the given value suits the current alternative. Parts from several
 * documents are first merged as this alternative requires. */
ys_status ys_trial_suits(ys_chooser *c, ys_stop *stop, bool *out);

/* Where a key selects the alternative, merges those parts that count for it.
 * The value has only one part from then on. */
ys_status ys_trial_merge_selected(ys_chooser *c, ys_stop *stop);

/* Begins the next round, without the earliest part: if the parts fit no
 * alternative together by their types and keys, later parts replace earlier
 * ones (reference#replacing-alternatives). `*begun` is false if no more parts
 * can be left out. */
ys_status ys_trial_next_round(ys_chooser *c, ys_stop *stop, bool *begun);

/* Ends the last round. If nothing fits, the result of the round with the fewest
 * violations counts; of several, that of the first one. */
ys_status ys_trial_end_rounds(ys_chooser *c, ys_stop *stop);

/* Reports the result of the trial at the top stop, which is over. */
ys_status ys_trial_conclude(ys_chooser *c, ys_stop *stop);

/* Completes a value from an alternative, except for the choices in it, and
 * converts its numbers. */
ys_status ys_trial_fill(ys_space *space, const ys_typed *value, uint32_t index);

/* Whether other alternatives have to be tried for the numbers in a value that
 * one alternative of any-of has completed: it has made floats of integers. */
bool ys_trial_shares_numbers(const ys_stop *stop);

/* Converts the numbers in a value that several alternatives of any-of fit. The
 * order of alternatives decides nothing: a number that is given as an integer
 * stays one if an alternative that fits wants it. */
ys_status ys_trial_share_numbers(ys_space *space, const ys_trial *t,
                                 ys_slot *slot);
