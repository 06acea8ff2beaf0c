#include "core/overlay/given_values.h"

static ys_status add(ys_space *space, ys_given_values *parts,
                     const ys_slot *value, const ys_overlay_options *options) {
  ys_given_value *part = ys_arena_new(&space->arena, ys_given_value);
  if (part == NULL) return YS_NOMEM;
  YS_TRY(ys_slot_clone(&space->arena, value, &part->value));
  part->options = *options;
  part->options.touched = NULL; /* the later merge records no changes */
  part->options.again = true;
  YS_APPEND(parts->first, parts->last, part);
  parts->count++;
  return YS_OK;
}

ys_status ys_given_values_note(ys_space *space, const ys_slot *left,
                               const ys_slot *right,
                               const ys_overlay_options *options,
                               ys_given_values **out) {
  *out = ys_slot_given_values(left);
  if (*out == NULL) {
    YS_NEW(*out, &space->arena);
    YS_TRY(add(space, *out, left, options));
  }
  return add(space, *out, right, options);
}
