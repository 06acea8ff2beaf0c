#include "core/check/whole.h"

/* A value that must fit all alternatives is a float only if all of them want
 * floats. If one wants an integer, an integer fits the others, too. */
bool ys_whole_wants(const ys_field *field, ys_kind kind) {
  const ys_choice *choice = field->choice;
  if (choice == NULL)
    return (field->named & (YS_KINDS(kind) | YS_KINDS(YS_ANY))) != 0;
  const bool all = choice->mode == YS_ALL_OF && kind == YS_FLOAT;
  for (uint32_t i = 0; i < choice->count; i++)
    if (ys_whole_wants(&choice->alternatives[i], kind) != all) return !all;
  return all;
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
    if (ys_whole_wants(fields[i], YS_INT) &&
        (converted || !ys_whole_wants(fields[i], YS_FLOAT)))
      return true;
  return false;
}

static bool becomes_float(const ys_field *const *fields, uint32_t count,
                          const ys_slot *slot, double *number) {
  bool wanted = false;
  if (slot->kind != YS_INT) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (ys_whole_wants(fields[i], YS_INT)) return false;
    wanted = wanted || ys_whole_wants(fields[i], YS_FLOAT);
  }
  return wanted && as_float(slot, number);
}

/* An empty table is an array where one is wanted and no map. */
static void fit_table(const ys_field *const *fields, uint32_t count,
                      ys_slot *slot) {
  bool array = false, map = false;
  for (uint32_t i = 0; i < count; i++) {
    array |= ys_whole_wants(fields[i], YS_ARRAY);
    map |= ys_whole_wants(fields[i], YS_MAP);
  }
  if (!array && !map) return;
  if (!map) slot->kind = YS_ARRAY;
  slot->flags &= (uint8_t)~YS_SLOT_EITHER;
}

void ys_whole_fit_all(const ys_field *const *fields, uint32_t count,
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
