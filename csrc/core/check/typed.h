#pragma once

/* core/check/typed.h - The value under validation, with its field and path. */

#include "core/type/type.h"

/* A value, the field that describes it, and its path. */
typedef struct ys_typed {
  const ys_field *field;
  ys_slot *slot;
  ys_path path;
} ys_typed;

/* The same value, described by an alternative of its field. */
static inline ys_typed ys_typed_alternative(const ys_typed *value,
                                            uint32_t index) {
  return (ys_typed){&value->field->choice->alternatives[index], value->slot,
                    value->path};
}

/* Whether the slots of a value are described by fields of its field. */
static inline bool ys_typed_has_children(const ys_typed *value) {
  return value->field->choice == NULL && ys_is_collection(value->slot) &&
         value->slot->kind == value->field->kind;
}
