#ifndef YS_CHECK_WHOLE_H
#define YS_CHECK_WHOLE_H

/*
 * core/check/whole.h - whole numbers where the other kind of number is wanted
 * (reference#numbers): an integer where a float is, and a whole float that Lua
 * gave where an integer is. Either becomes the other, if it is exactly the
 * same.
 */

#include "core/type/type.h"

static inline bool ys_is_number(const ys_slot *slot) {
  return slot->kind == YS_INT || slot->kind == YS_FLOAT;
}

/* Whether values of a kind are what the field, or one of its alternatives, is
 * about: not those that go for others. */
bool ys_whole_wants(const ys_field *field, ys_kind kind);

/* Whether the field takes what a number can become; the kind that it is itself
 * is not looked at. */
static inline bool ys_whole_takes(const ys_field *field, const ys_slot *slot) {
  return slot->kind == YS_FLOAT && (slot->flags & YS_SLOT_WHOLE) != 0 &&
         ys_field_takes(field, YS_INT);
}

/* Makes a number the kind that these fields want, of which it has to fit all.
 * An integer stays one when one of them wants integers. */
void ys_whole_fit_all(const ys_field *const *fields, uint32_t count,
                      ys_slot *slot);

/* The same for one field, for the callers that have many values. */
static inline void ys_whole_fit(const ys_field *field, ys_slot *slot) {
  if ((ys_kind)slot->kind != field->kind && ys_is_number(slot))
    ys_whole_fit_all(&field, 1, slot);
}

#endif
