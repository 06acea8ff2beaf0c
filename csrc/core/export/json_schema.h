#ifndef YS_EXPORT_JSON_SCHEMA_H
#define YS_EXPORT_JSON_SCHEMA_H

/*
 * core/export/json_schema.h - the schema as a JSON Schema, for editors and for
 * whoever judges values without yschema.
 *
 * It judges final values, and data values that leave out what has a default,
 * so nothing is `required`. What the schema accepts, it does not refuse; only
 * an array or a map of any keys that several documents make up together may be
 * too short in each. What it cannot say (closures, rules under `when=`,
 * one_not_null, bounds of strings, keys that a function allows and the like)
 * stands in the `$comment` of the node.
 */

#include "core/export/view.h"

typedef enum ys_json_draft {
  YS_JSON_DRAFT_07,
  YS_JSON_DRAFT_2020_12
} ys_json_draft;

/*
 * Makes `out` the schema, which ys_emit_json() can write: defaults and examples
 * that JSON does not have are left out. `unsaid` becomes an array of { path,
 * must_be } for all that is in comments; an item's path is `hosts[]`.
 *
 * Texts and keys belong to the schema, which has to outlive both trees.
 */
ys_status ys_jsonschema(ys_space *space, const ys_field *root,
                        ys_json_draft draft, ys_slot *out, ys_slot *unsaid);

#endif
