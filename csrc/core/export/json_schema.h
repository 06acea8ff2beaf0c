#ifndef YS_EXPORT_JSON_SCHEMA_H
#define YS_EXPORT_JSON_SCHEMA_H

/*
 * core/export/json_schema.h - Exports the schema as a JSON Schema, for editors
 * and for validation without yschema.
 *
 * The JSON Schema validates final values as well as data values that leave out
 * defaults, so nothing is `required`. It accepts everything that the schema
 * accepts, with one exception: if several documents together make up an array,
 * or a map of any keys, each part may be too short. Rules that it cannot
 * express (closures, rules under `when=`, one_not_null, bounds of strings, keys
 * that a function allows and the like) are listed in the `$comment` of the
 * node.
 */

#include "core/export/view.h"

typedef enum ys_json_draft {
  YS_JSON_DRAFT_07,
  YS_JSON_DRAFT_2020_12,
  YS_JSON_OPENAPI /* only the keywords of OpenAPI 3.0, for its `unsaid` */
} ys_json_draft;

/*
 * Makes `out` the JSON Schema, which ys_emit_json() can write: defaults and
 * examples that JSON cannot represent are left out. `unsaid` becomes an array
 * of { path, must_be } with everything that is in comments; the path of an item
 * is `hosts[]`.
 *
 * The trees use texts and keys of the schema, so the schema must outlive them.
 */
ys_status ys_jsonschema(ys_space *space, const ys_field *root,
                        ys_json_draft draft, ys_slot *out, ys_slot *unsaid);

#endif
