#pragma once

/*
 * core/check/coerce.h - Converts whole numbers, and empty tables of Lua, to the
 * kind that is wanted (reference#numbers).
 *
 * An integer becomes a float where a float is wanted. A whole float of Lua or
 * JSON becomes an integer where an integer is wanted. This is done only if the
 * value stays exactly the same. An empty table is a map until it is known that
 * an array is wanted.
 */

#include "core/tree/number.h"
#include "core/type/type.h"

/* Whether a map is an empty table of Lua, which may as well be an array. */
static inline bool ys_is_either(const ys_slot *slot) {
  return slot->kind == YS_MAP && (slot->flags & YS_SLOT_EITHER) != 0 &&
         ys_slot_size(slot) == 0;
}

/* Whether the field accepts the other kind that a value can be converted to.
 * The value's own kind is not looked at. */
static inline bool ys_coerce_takes(const ys_field *field, const ys_slot *slot) {
  if (ys_is_either(slot)) return ys_field_takes(field, YS_ARRAY);
  return slot->kind == YS_FLOAT && (slot->flags & YS_SLOT_WHOLE) != 0 &&
         ys_field_takes(field, YS_INT);
}

/* Converts a number or an empty table to the kind that these fields want; it
 * has to fit all of them. An integer stays an integer if one of them wants
 * integers. */
void ys_coerce_all(const ys_field *const *fields, uint32_t count,
                   ys_slot *slot);

/* Does the same for one field. It is inline because it is called for many
 * values. */
static inline void ys_coerce(const ys_field *field, ys_slot *slot) {
  if ((ys_kind)slot->kind != field->kind &&
      (ys_is_number(slot) || ys_is_either(slot)))
    ys_coerce_all(&field, 1, slot);
}

/* Converts all numbers in a complete value to the kinds that these fields want;
 * the value has to fit all of the fields. It is for values below alternatives:
 * the kinds are known only after the alternatives are chosen. Numbers in
 * choices below are not converted. */
ys_status ys_numbers_fit(ys_space *space, const ys_field *const *fields,
                         uint32_t count, ys_slot *slot);
