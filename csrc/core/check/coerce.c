#include "core/check/coerce.h"

#include "core/type/fields.h"

static ys_kinds wanted_by(const ys_field *field);

/* The kinds that one of the alternatives wants. A value that must fit all
 * alternatives is a float only if all of them want floats. If one wants an
 * integer, an integer fits the others, too. Alternatives may lead to the same
 * ones in very many ways, so the kinds are found out once. */
static ys_kinds wanted_by_choice(ys_choice *choice) {
  ys_kinds one_of_them = 0, all_of_them = YS_KINDS_ANY;
  if (choice->has_wanted) return choice->wanted;
  for (uint32_t i = 0; i < choice->count; i++) {
    const ys_kinds kinds = wanted_by(&choice->alternatives[i]);
    one_of_them |= kinds;
    all_of_them &= kinds;
  }
  if (choice->mode == YS_ALL_OF)
    one_of_them &= all_of_them | ~YS_KINDS(YS_FLOAT);
  choice->has_wanted = true;
  choice->wanted = one_of_them;
  return one_of_them;
}

/* The kinds that a field wants. Kinds that are merely accepted in their stead
 * do not count. */
static ys_kinds wanted_by(const ys_field *field) {
  if (field->choice != NULL) return wanted_by_choice(field->choice);
  return (field->named & YS_KINDS(YS_ANY)) != 0 ? YS_KINDS_ANY : field->named;
}

static bool wants(const ys_field *field, ys_kind kind) {
  return (wanted_by(field) & YS_KINDS(kind)) != 0;
}

/* Converts an integer to a double. Returns false if that changes its value. */
static bool as_float(const ys_slot *slot, double *out) {
  const double limit = 18446744073709551616.0; /* 2^64 */
  if (slot->flags & YS_SLOT_UNSIGNED) {
    *out = (double)slot->u.natural;
    return *out < limit && (uint64_t)*out == slot->u.natural;
  }
  *out = (double)slot->u.integer;
  return *out < limit / 2 && (int64_t)*out == slot->u.integer;
}

/* A float that was given as an integer becomes one again for a field that wants
 * integers and floats; one that was given as a float stays. */
static bool becomes_integer(const ys_field *const *fields, uint32_t count,
                            const ys_slot *slot) {
  const bool converted = (slot->flags & YS_SLOT_CONVERTED) != 0;
  if (slot->kind != YS_FLOAT || (slot->flags & YS_SLOT_WHOLE) == 0)
    return false;
  for (uint32_t i = 0; i < count; i++)
    if (wants(fields[i], YS_INT) && (converted || !wants(fields[i], YS_FLOAT)))
      return true;
  return false;
}

static bool becomes_float(const ys_field *const *fields, uint32_t count,
                          const ys_slot *slot, double *number) {
  bool wanted = false;
  if (slot->kind != YS_INT) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (wants(fields[i], YS_INT)) return false;
    wanted = wanted || wants(fields[i], YS_FLOAT);
  }
  return wanted && as_float(slot, number);
}

/* An empty table is an array where one is wanted and no map. */
static void fit_table(const ys_field *const *fields, uint32_t count,
                      ys_slot *slot) {
  bool array = false, map = false;
  for (uint32_t i = 0; i < count; i++) {
    array |= wants(fields[i], YS_ARRAY);
    map |= wants(fields[i], YS_MAP);
  }
  if (!array && !map) return;
  if (!map) slot->kind = YS_ARRAY;
  slot->flags &= (uint8_t)~YS_SLOT_EITHER;
}

void ys_coerce_all(const ys_field *const *fields, uint32_t count,
                   ys_slot *slot) {
  const double exact = 9007199254740992.0; /* 2^53 */
  double number = 0;
  if (becomes_integer(fields, count, slot)) {
    slot->kind = YS_INT;
    slot->flags &= (uint8_t) ~(YS_SLOT_WHOLE | YS_SLOT_CONVERTED);
    slot->u.integer = (int64_t)slot->u.number;
  } else if (becomes_float(fields, count, slot, &number)) {
    slot->kind = YS_FLOAT;
    slot->flags &= (uint8_t)~YS_SLOT_UNSIGNED;
    slot->u.number = number;
    /* Further alternatives may fit, and want the integer. */
    if (number <= exact && number >= -exact)
      slot->flags |= YS_SLOT_WHOLE | YS_SLOT_CONVERTED;
  } else if (ys_is_either(slot)) {
    fit_table(fields, count, slot);
  }
}

/* ---- all numbers below a value ------------------------------------------- */

/* The rules of a field for the contents of a collection that it accepts but
 * does not describe. */
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
    ys_coerce_all(fields, count, slot);
  if (slot->kind == YS_MAP) return fit_map(space, fields, count, slot);
  if (slot->kind == YS_ARRAY) return fit_array(space, fields, count, slot);
  return YS_OK;
}
