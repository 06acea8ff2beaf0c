#pragma once

/* core/reference/follow.h - Follows one path to names through a compiled
 * schema, for core/reference/resolve.c. */

#include "core/reference/resolve.h"

/* A path that is followed from a field. */
typedef struct ys_follow {
  const ys_field *from;
  const ys_target *target;
  const ys_field *own; /* the field that refers there, or NULL */
} ys_follow;

/* Follows the path. A path into alternatives has to lead to names in one of
 * them; where it leads nowhere in all of them, the error is about the one in
 * which it leads farthest. `sensitive` is set if names must not be shown. */
ys_status ys_follow_target(ys_space *space, const ys_follow *follow,
                           bool *sensitive, ys_target_error *out);

/* The kinds of scalars among those that a field accepts, also through its
 * alternatives; with `*others` if there are arrays, maps, or values of any
 * type. */
ys_kinds ys_follow_scalars(const ys_field *field, bool *others);
