#ifndef YS_CHOOSE_TRIAL_H
#define YS_CHOOSE_TRIAL_H

/* core/choose/trial.h - the parts of core/choose/choose.c among themselves. */

#include "core/choose/choose.h"
#include "core/overlay/parts.h"

/* What has become of one alternative. */
typedef struct ys_tried {
  ys_str why;         /* it does not fit; "" while nobody knows */
  ys_outcomes nested; /* of choices below it */
  ys_diags found;     /* by its rules */
} ys_tried;

/* What to do next with the alternative at `index`. */
typedef enum ys_trial_step {
  YS_TRY_BEGIN,  /* find one whose types fit, and fill from it */
  YS_TRY_SETTLE, /* get the defaults that closures give */
  YS_TRY_BELOW,  /* go to the choices below */
  YS_TRY_TYPES,  /* how many keys there are, and what became of those below */
  YS_TRY_RULES
} ys_trial_step;

/* The alternatives of one value, one by one. */
typedef struct ys_trial {
  const ys_choice *choice;
  ys_trial_step step;
  uint32_t index;
  uint32_t suited; /* those whose types fit what is given */
  uint32_t suits;  /* the first of these */
  uint32_t typed;  /* those whose types fit the value once it is complete */
  uint32_t sole;   /* the last of these */
  uint32_t passed, first, second; /* how many fit, and which */
  bool only;                      /* no other one suits */
  bool copied;                    /* `given` is to be brought back */
  bool filled; /* (all-of) all have completed the value: now they judge it */
  bool misfit; /* a choice below fits nothing by its type */
  bool fits;   /* there is `fitting` */
  const ys_parts *parts;  /* what was given, one by one; NULL: one thing was */
  const ys_part *from;    /* the first of them that counts */
  uint32_t left;          /* how many they are */
  struct ys_trial *whole; /* what became of all of them together */
  ys_slot given,
      fitting;     /* the value as it was, and as the first fit made it */
  ys_tried *tried; /* [choice->count] */
  ys_validator validator;
} ys_trial;

/* One slot on the way down. Stops are linked from the deepest to the root. */
typedef struct ys_stop {
  struct ys_stop *up;
  const ys_field *field;
  ys_slot *slot;
  ys_path path;
  ys_slot *next;          /* child to look at */
  uint32_t index, expect; /* of that child; where its key may be */
  ys_trial *trial;        /* NULL: its children are walked */
  bool is_alternative;    /* the stop above has the same slot */
} ys_stop;

/* The nearest stop with a trial, from this one up; NULL: there is none. */
static inline ys_stop *ys_trial_above(ys_stop *stop) {
  while (stop != NULL && stop->trial == NULL)
    stop = stop->up;
  return stop;
}

/* Takes over the value alone: place, key and neighbours stay. */
static inline void ys_trial_set(ys_slot *slot, const ys_slot *from) {
  slot->kind = from->kind;
  slot->flags = from->flags;
  slot->size = from->size;
  slot->u = from->u;
}

static inline const ys_field *ys_trial_current(const ys_trial *t) {
  return &t->choice->alternatives[t->index];
}

/* Whether the type of an alternative fits what is given of a value. */
ys_status ys_trial_suit(ys_chooser *c, const ys_field *alternative,
                        const ys_slot *slot, const ys_path *path, bool *out);

/* The same of the current alternative. What several documents gave is merged
 * for that, as the alternative has it. */
ys_status ys_trial_suits(ys_chooser *c, ys_stop *stop, bool *out);

/* What is given last takes the place of what was given first, when they fit
 * nothing together (reference#replacing-alternatives). Not `begun`: no more can
 * be left out. */
ys_status ys_trial_next_round(ys_chooser *c, ys_stop *stop, bool *begun);

/* After the last one: if nothing fits, what is wrong is what was wrong with all
 * of it. */
void ys_trial_end_rounds(ys_stop *stop);

/* Tells what has become of the trial of the topmost stop, which is over. */
ys_status ys_trial_conclude(ys_chooser *c, ys_stop *stop);

/* Completes a value from an alternative, its own choices aside, and makes its
 * numbers what that wants. */
ys_status ys_trial_fill(ys_space *space, const ys_choice *choice,
                        uint32_t index, ys_slot *slot);

#endif
