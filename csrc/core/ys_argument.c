#include "ys_argument.h"

ys_status ys_argument_fault(ys_space *space, const ys_annot *annot,
                            ys_str found, ys_str expected, ys_str hint) {
  const ys_place nowhere = {0};
  ys_diag *diag = ys_space_fault(space, YS_E_ANNOTATION_ARGUMENT,
                                 ys_annot_place(annot), nowhere);
  if (diag == NULL) return YS_NOMEM;
  diag->args[0] = annot->name;
  diag->args[1] = found;
  diag->args[2] = expected;
  diag->args[3] = hint;
  return YS_OK;
}

bool ys_argument_named(const ys_annot *annot) {
  for (const ys_arg *arg = annot->args; arg != NULL; arg = arg->next)
    if (arg->name.len > 0) return true;
  return false;
}

ys_status ys_argument_count(ys_arena *arena, uint32_t count, const char *what,
                            ys_str *out) {
  char digits[16];
  size_t at = sizeof digits;
  ys_str parts[2];
  do {
    digits[--at] = (char)('0' + count % 10);
    count /= 10;
  } while (count > 0);
  parts[0] = (ys_str){digits + at, sizeof digits - at};
  parts[1] = ys_cstr(what);
  return ys_str_join(arena, parts, 2, out);
}

ys_status ys_argument_single(ys_space *space, const ys_annot *annot,
                             const ys_slot **value, ys_str *found) {
  const uint32_t count = ys_annot_positional(annot);
  *value = NULL;
  if (ys_argument_named(annot)) {
    *found = YS_STR("keyword argument");
  } else if (count == 0) {
    *found = YS_STR("missing value");
  } else if (count == 1) {
    *value = &annot->args->value;
  } else {
    return ys_argument_count(&space->arena, count, " values", found);
  }
  return YS_OK;
}
