#ifndef YS_EXPORT_CONSTRAINT_H
#define YS_EXPORT_CONSTRAINT_H

/*
 * core/export/constraint.h - rules as the keywords that OpenAPI 3.0 and JSON
 * Schema have in common: minimum, maximum, minLength, maxLength, minItems,
 * maxItems, minProperties, maxProperties, enum, pattern, format, uniqueItems,
 * anyOf.
 *
 * What they say is never more than the rule: a value that satisfies the rule
 * satisfies the keyword.
 */

#include "core/export/view.h"

/*
 * Adds to `schema`, a map, the keywords that say the rules of `field` and how
 * many keys it has, and to
 * `unsaid`, an array, a text for each rule that they do not say, or not wholly:
 * closures, rules under `when=`, and those that only yschema knows; counts of
 * keys beside others; that exactly one alternative fits. `not_null`
 * counts as said: it is the type's business (ys_view_final_kinds).
 */
ys_status ys_constraint_add(ys_space *space, const ys_field *field,
                            ys_slot *schema, ys_slot *unsaid);

#endif
