#include "core/check/numbers.h"

#include "core/check/whole.h"
#include "core/type/fields.h"

/* What a field says about the contents of a collection that it accepts but does
 * not describe. */
static const ys_field anything = {.kind = YS_ANY,
                                  .kinds = YS_KINDS_ANY,
                                  .nullable = true,
                                  .named = YS_KINDS(YS_ANY)};

static bool is_open(const ys_field *field, ys_kind kind) {
  return field->choice == NULL && field->kind != kind &&
         ys_field_takes(field, kind);
}

static ys_status new_fields(ys_space *space, uint32_t most,
                            const ys_field ***out) {
  *out = ys_arena_alloc(&space->arena, most * sizeof **out);
  return *out == NULL ? YS_NOMEM : YS_OK;
}

static ys_status fit_array(ys_space *space, const ys_field *const *fields,
                           uint32_t count, ys_slot *slot) {
  const ys_field **items;
  uint32_t n = 0;
  YS_TRY(new_fields(space, count, &items));
  for (uint32_t i = 0; i < count; i++)
    if (fields[i]->choice == NULL && fields[i]->kind == YS_ARRAY)
      items[n++] = fields[i]->item;
    else if (is_open(fields[i], YS_ARRAY))
      items[n++] = &anything;
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next)
    YS_TRY(ys_numbers_fit(space, items, n, s));
  return YS_OK;
}

static ys_status fit_map(ys_space *space, const ys_field *const *fields,
                         uint32_t count, ys_slot *slot) {
  const ys_field **below;
  YS_TRY(new_fields(space, count, &below));
  for (ys_slot *s = ys_slot_first(slot); s != NULL; s = s->next) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++) {
      const ys_field *field = NULL;
      uint32_t expect = 0;
      if (fields[i]->choice == NULL && fields[i]->kind == YS_MAP)
        YS_TRY(ys_fields_find(space, fields[i]->map, s->key, &expect, &field));
      else if (is_open(fields[i], YS_MAP))
        field = &anything;
      if (field != NULL && !ys_fields_is_undecided(field)) below[n++] = field;
    }
    YS_TRY(ys_numbers_fit(space, below, n, s));
  }
  return YS_OK;
}

ys_status ys_numbers_fit(ys_space *space, const ys_field *const *fields,
                         uint32_t count, ys_slot *slot) {
  if (count == 0 || (slot->flags & YS_SLOT_INVALID) != 0) return YS_OK;
  if (ys_is_number(slot) || ys_is_either(slot))
    ys_whole_fit_all(fields, count, slot);
  if (slot->kind == YS_MAP) return fit_map(space, fields, count, slot);
  if (slot->kind == YS_ARRAY) return fit_array(space, fields, count, slot);
  return YS_OK;
}
