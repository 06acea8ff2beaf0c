/* host/library/value.c - The values of a result. A value is a slot. */

#include <string.h>

#include "host/library/internal.h"

static const ys_slot *slot_of(const yschema_value *value) {
  return (const ys_slot *)(const void *)value;
}

static const yschema_value *value_of(const ys_slot *slot) {
  return (const yschema_value *)(const void *)slot;
}

const yschema_value *yschema_root(const yschema_result *result) {
  return result ? value_of(result->root) : NULL;
}

yschema_type yschema_type_of(const yschema_value *value) {
  if (!value) return YSCHEMA_NULL;
  switch ((ys_kind)slot_of(value)->kind) {
  case YS_BOOL: return YSCHEMA_BOOLEAN;
  case YS_INT: return YSCHEMA_INTEGER;
  case YS_FLOAT: return YSCHEMA_FLOAT;
  case YS_STRING: return YSCHEMA_STRING;
  case YS_ARRAY: return YSCHEMA_ARRAY;
  case YS_MAP: return YSCHEMA_MAP;
  case YS_NULL:
  case YS_CLOSURE:
  case YS_ANY: break;
  }
  return YSCHEMA_NULL;
}

static bool is_collection(const yschema_value *value) {
  return value && ys_is_collection(slot_of(value));
}

size_t yschema_count(const yschema_value *value) {
  return is_collection(value) ? ys_slot_size(slot_of(value)) : 0;
}

const yschema_value *yschema_first(const yschema_value *collection) {
  return is_collection(collection)
             ? value_of(ys_slot_first(slot_of(collection)))
             : NULL;
}

const yschema_value *yschema_next(const yschema_value *value) {
  return value ? value_of(slot_of(value)->next) : NULL;
}

const yschema_value *yschema_get(const yschema_value *map, const char *key) {
  if (!key || yschema_type_of(map) != YSCHEMA_MAP) return NULL;
  const size_t size = strlen(key);
  for (const ys_slot *entry = ys_slot_first(slot_of(map)); entry;
       entry = entry->next) {
    const ys_str text = entry->key->text;
    if (text.len == size && memcmp(text.ptr, key, size) == 0)
      return value_of(entry);
  }
  return NULL;
}

const char *yschema_key(const yschema_value *entry, size_t *size) {
  const ys_key *key = entry ? slot_of(entry)->key : NULL;
  if (size) *size = key ? key->text.len : 0;
  return key ? key->text.ptr : NULL;
}

bool yschema_boolean(const yschema_value *value, bool otherwise) {
  return yschema_type_of(value) == YSCHEMA_BOOLEAN ? slot_of(value)->u.boolean
                                                   : otherwise;
}

int64_t yschema_integer(const yschema_value *value, int64_t otherwise) {
  const yschema_type type = yschema_type_of(value);
  if (type == YSCHEMA_INTEGER)
    return slot_of(value)->flags & YS_SLOT_UNSIGNED ? otherwise
                                                    : slot_of(value)->u.integer;
  if (type != YSCHEMA_FLOAT) return otherwise;
  const double number = ys_slot_number(slot_of(value));
  const double limit = 9223372036854775808.0; /* 2^63 */
  if (!(number >= -limit && number < limit)) return otherwise;
  const int64_t whole = (int64_t)number;
  return (double)whole < number || (double)whole > number ? otherwise : whole;
}

uint64_t yschema_natural(const yschema_value *value, uint64_t otherwise) {
  if (yschema_type_of(value) == YSCHEMA_INTEGER &&
      (slot_of(value)->flags & YS_SLOT_UNSIGNED) != 0)
    return slot_of(value)->u.natural;
  const int64_t small = yschema_integer(value, -1);
  return small < 0 ? otherwise : (uint64_t)small;
}

double yschema_number(const yschema_value *value, double otherwise) {
  switch (yschema_type_of(value)) {
  case YSCHEMA_FLOAT: return ys_slot_number(slot_of(value));
  case YSCHEMA_INTEGER:
    return slot_of(value)->flags & YS_SLOT_UNSIGNED
               ? (double)slot_of(value)->u.natural
               : (double)slot_of(value)->u.integer;
  case YSCHEMA_NULL:
  case YSCHEMA_BOOLEAN:
  case YSCHEMA_STRING:
  case YSCHEMA_ARRAY:
  case YSCHEMA_MAP: break;
  }
  return otherwise;
}

const char *yschema_string(const yschema_value *value, size_t *size) {
  const bool is_string = yschema_type_of(value) == YSCHEMA_STRING;
  if (size) *size = is_string ? ys_slot_size(slot_of(value)) : 0;
  return is_string ? ys_slot_text(slot_of(value)).ptr : NULL;
}
