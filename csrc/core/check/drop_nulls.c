#include "core/check/drop_nulls.h"

#include "core/type/fields.h"

/* Whether a field takes null, so that it stays. Alternatives decide themselves.
 */
static bool takes_null(const ys_field *field) {
  if (!ys_field_takes(field, YS_NULL)) return false;
  for (const ys_validation *v = field->validations; v != NULL; v = v->next)
    if (v->not_null != NULL && v->when == 0) return false;
  return true;
}

static ys_status drop_in_map(ys_space *space, const ys_map_type *map,
                             ys_slot *slot) {
  uint32_t expect = 0;
  bool any = false;
  for (ys_slot *e = ys_slot_first(slot); e != NULL; e = e->next) {
    const ys_field *field;
    if (e->kind != YS_NULL && !ys_is_collection(e)) {
      expect++;
      continue;
    }
    YS_TRY(ys_fields_find(space, map, e->key, &expect, &field));
    if (field == NULL || ys_fields_is_undecided(field)) continue;
    if (e->kind != YS_NULL) {
      YS_TRY(ys_drop_nulls(space, field, e));
    } else if (field->null_missing && !takes_null(field) &&
               ys_slot_annots(e) == NULL) {
      e->flags |= YS_SLOT_REMOVED;
      any = true;
    }
  }
  if (any) ys_slot_sweep(slot);
  return YS_OK;
}

ys_status ys_drop_nulls(ys_space *space, const ys_field *field, ys_slot *slot) {
  if (!field->has_null_missing || slot->kind != field->kind) return YS_OK;
  if (slot->kind == YS_MAP) return drop_in_map(space, field->map, slot);
  if (slot->kind != YS_ARRAY) return YS_OK;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    YS_TRY(ys_drop_nulls(space, field->item, s));
  return YS_OK;
}
