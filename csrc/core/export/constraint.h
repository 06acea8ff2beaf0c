#ifndef YS_EXPORT_CONSTRAINT_H
#define YS_EXPORT_CONSTRAINT_H

/*
 * core/export/constraint.h - Exports rules as the keywords that OpenAPI 3.0 and
 * JSON Schema share: minimum, maximum, exclusiveMinimum, exclusiveMaximum,
 * multipleOf, minLength, maxLength, minItems, maxItems, minProperties,
 * maxProperties, enum, pattern, format, uniqueItems, anyOf.
 *
 * A keyword is never stricter than its rule: a value that satisfies the rule
 * satisfies the keyword.
 */

#include "core/export/view.h"

/* How a format says that a bound is exclusive: by a flag beside the bound
 * (OpenAPI 3.0), or by another keyword with the bound (JSON Schema). */
typedef enum ys_exclusive {
  YS_EXCLUSIVE_FLAG,
  YS_EXCLUSIVE_BOUND
} ys_exclusive;

/*
 * Adds to the map `schema` the keywords for the rules of `field` and for its
 * number of keys. Adds to the array `unsaid` a text for each rule that the
 * keywords do not express completely: closures, rules under `when=`, rules that
 * only yschema knows, counts of keys beside others, and that exactly one
 * alternative fits. `not_null` counts as expressed: the type covers it
 * (ys_view_final_kinds).
 */
ys_status ys_constraint_add(ys_space *space, const ys_field *field,
                            ys_exclusive exclusive, ys_slot *schema,
                            ys_slot *unsaid);

/* Adds to the map `properties` the old names of keys, which may have any
 * value. */
ys_status ys_old_names_add(ys_space *space, const ys_map_type *map,
                           bool nullable, ys_slot *properties);

/* Adds to the map `schema` the list `required` of the keys that a map has to
 * have, if there are any. */
ys_status ys_required_add(ys_space *space, const ys_map_type *map,
                          ys_slot *schema);

#endif
