#include "ys_diag.h"

ys_group ys_code_group(ys_code code) {
#define CODE_GROUP(name, group) YS_GROUP_##group,
  static const ys_group groups[] = {YS_CODES(CODE_GROUP)};
#undef CODE_GROUP
  return groups[code];
}

void ys_diags_append(ys_diags *diags, ys_diag *diag) {
  diag->next = NULL;
  if (diags->last == NULL)
    diags->first = diag;
  else
    diags->last->next = diag;
  diags->last = diag;
  diags->count++;
  diags->groups[ys_code_group(diag->code)]++;
}

ys_diag *ys_diags_add(ys_diags *diags, ys_arena *arena, ys_code code,
                      ys_place at, ys_place by) {
  ys_diag *diag = ys_arena_new(arena, ys_diag);
  if (diag == NULL) return NULL;
  diag->code = code;
  diag->at = at;
  diag->by = by;
  ys_diags_append(diags, diag);
  return diag;
}

void ys_diags_restore(ys_diags *diags, const ys_diags *before) {
  *diags = *before;
  if (before->last != NULL) before->last->next = NULL;
}

int ys_diags_exit_status(const ys_diags *diags) {
  const uint32_t *groups = diags->groups;
  if (groups[YS_GROUP_INPUT] > 0 || groups[YS_GROUP_SCHEMA] > 0) return 2;
  return groups[YS_GROUP_DATA] > 0 || groups[YS_GROUP_VALIDATION] > 0;
}
