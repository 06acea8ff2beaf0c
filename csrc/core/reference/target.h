#pragma once

/* core/reference/target.h - Reads paths to names: `routes[].name`
 * (reference#paths-to-names). */

#include "core/type/refers.h"

/* Reads a path. If the text is no path, `*problem` is set to a static text that
 * says why, else to NULL. Keys are interned in the space, which also owns the
 * steps; `text` must live as long. The only failure is YS_NOMEM. */
ys_status ys_target_read(ys_space *space, ys_str text, ys_target *out,
                         const char **problem);

/* The text of a path up to and without the step with this index. */
static inline ys_str ys_target_until(const ys_target *target, uint32_t step) {
  const size_t len = step == 0 ? target->up : target->steps[step - 1].end;
  return (ys_str){target->text.ptr, len};
}

/* The key of a target's names, beside the start of its path. All
 * paths from the root lead from the same field, so equal ones share it. */
static inline const void *ys_target_identity(const ys_target *target) {
  return target->up == 0 ? (const void *)target->id : target;
}
