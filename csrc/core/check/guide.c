#include "core/check/guide.h"

#include "core/check/apply_renames.h"
#include "core/check/check.h"
#include "core/type/fields.h"

static ys_status below(ys_space *space, const void *type, const ys_slot *slot,
                       const void **out) {
  const ys_field *field = type, *child = NULL;
  uint32_t expect = 0;
  if (field->kind == YS_ARRAY)
    child = field->item;
  else if (field->kind == YS_MAP && field->map != NULL && slot->key != NULL)
    YS_TRY(ys_fields_find(space, field->map, slot->key, &expect, &child));
  *out = child;
  return YS_OK;
}

static bool has_alternatives(const void *type) {
  const ys_field *field = type;
  return field->choice != NULL;
}

static ys_status validate(ys_space *space, const void *holder, const void *type,
                          ys_slot *right, const ys_path *path, ys_skips skips) {
  const ys_typed value = {type != NULL ? type : holder, right, *path};
  ys_status status;
  if (type == NULL) return ys_check_entry(space, &value);
  status = ys_check_taken(space, &value, skips);
  if (status == YS_INVALID) ys_prune_unknown(right);
  return status;
}

const ys_guide ys_field_guide = {below, has_alternatives, validate,
                                 ys_apply_renames};
