#pragma once

/*
 * core/export/constraint.h - Exports rules as the keywords that OpenAPI 3.0 and
 * JSON Schema share: minimum, maximum, exclusiveMinimum, exclusiveMaximum,
 * multipleOf, minLength, maxLength, minItems, maxItems, minProperties,
 * maxProperties, enum, pattern, format, uniqueItems, anyOf, not, required; and
 * dependencies or dependentRequired.
 *
 * A keyword is never stricter than its rule: a value that satisfies the rule
 * satisfies the keyword.
 */

#include "core/export/reference.h"

/* The format that is written. They differ in these keywords:
 *
 * - A bound that is exclusive has a flag beside it in OpenAPI 3.0, and a
 * keyword of its own in JSON Schema.
 * - Keys that need each other are `dependencies` in draft 07 and
 *   `dependentRequired` later. In OpenAPI 3.0, `anyOf` has all or none of them.
 */
typedef enum ys_export_dialect {
  YS_EXPORT_OPENAPI,
  YS_EXPORT_DRAFT_07,
  YS_EXPORT_2020_12
} ys_export_dialect;

/* JSON Schemas that are embedded (core/export/embed.h). */
typedef struct ys_embedded ys_embedded;

/*
 * Adds to the map `schema` the keywords for the rules of `field` and for its
 * number of keys. Adds to the array `losses` a text for each rule that the
 * keywords do not express completely: closures, rules under `when=`, rules that
 * only yschema knows, counts of keys beside others, identities and references,
 * and that exactly one alternative fits. Rules that are parts of JSON Schemas
 * refer to those in `embedded`, which may be NULL. `not_null` counts as
 * expressed: the type covers it (ys_view_final_kinds).
 */
ys_status ys_constraint_add(ys_space *space, const ys_field *field,
                            ys_export_dialect dialect, ys_embedded *embedded,
                            ys_slot *schema, ys_slot *losses);

/* Adds to the map `properties` the old names of keys, which may have any
 * value. */
ys_status ys_old_names_add(ys_space *space, const ys_map_type *map,
                           bool nullable, ys_slot *properties);

/* Adds to the map `schema` the list `required` of the keys that a map has to
 * have, if there are any. */
ys_status ys_required_add(const ys_references *references,
                          const ys_map_type *map, ys_slot *schema);
