#pragma once

/* core/reference/expected.h - Says which names a reference may have, in one
 * document or in many. */

#include "core/type/refers.h"

/* So many names are listed at most. */
enum { YS_MOST_NAMES_SHOWN = 9 };

/* The names of one target. */
typedef struct ys_expected_names {
  size_t count;
  ys_str place; /* where they are, such as "a.yml:3"; or "" */
  ys_str shown[YS_MOST_NAMES_SHOWN]; /* the names as people see them, … */
  size_t shown_count;                /* … if they are listed */
} ys_expected_names;

/* Writes `one of the 2 names at routes[].name (a.yml:3): "a", "b", or a name at
 * b{}, where there are none`. There is an element for each target of the
 * reference. `where` stands after the path of a target, such as " in this
 * file"; or "". The only failure is YS_NOMEM. */
ys_status ys_refer_expected(ys_arena *arena, const ys_refers *reference,
                            ys_expected_names *names, ys_str where,
                            ys_str *out);
