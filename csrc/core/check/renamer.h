#pragma once

/* core/check/renamer.h - The state of the walk of core/check/rename.h through a
 * document, and the move of one value. */

#include "core/base/pairs.h"
#include "core/overlay/operation.h"
#include "core/type/type.h"

/* The effect of `when=` in the slots above on a slot. */
typedef struct ys_conditions {
  bool skipped;   /* it may be skipped */
  ys_skips below; /* which nodes below it may be */
} ys_conditions;

/*
 * Facts about values, to find the alternatives for which they take old
 * names. Alternatives are tried on copies of a value. The values in all copies
 * of one value are the same, so the outcome that one of them has is that of
 * all. Without this memory, the time would double with each level of a value.
 */
typedef struct ys_outcomes {
  ys_pairs origins; /* of a copy and nothing: the value that it is a copy of */
  ys_pairs fitting; /* of a choice and a value that is no copy: the alternative
                       that it fits once it has the new names. The one after the
                       last means that it has no use for new names */
} ys_outcomes;

typedef struct ys_renamer {
  ys_space *space;
  bool moved;
  bool waits; /* a value that was moved may be skipped */
  ys_conditions when;
  /* The value of earlier documents in this place, or NULL. */
  ys_slot *earlier;
  ys_outcomes *outcomes;
  /* The maps with entries that were moved away. These are removed together,
   * since each removal costs a walk over the whole map. */
  struct ys_leaving **leaving;
} ys_renamer;

/* Removes the entries that were moved away. No other code may see them. */
void ys_renamer_settle(ys_renamer *r);

/* Takes in what the overlay annotations of a slot say: whether it may be
 * skipped itself, and what is below it. */
ys_status ys_renamer_look_at(ys_renamer *r, const ys_slot *slot);

/* Takes what is given under one old name. `map` is where its path begins. */
ys_status ys_renamer_take(ys_renamer *r, const ys_renamed *renamed,
                          ys_slot *map, const ys_path *path);
