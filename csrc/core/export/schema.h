#pragma once

/*
 * core/export/schema.h - Exports the schema as an OpenAPI 3.0 document or as a
 * JSON Schema, for editors and for validation without yschema
 * (reference#openapi).
 *
 * The export validates final values as well as data values that leave out
 * defaults, so only keys without a default are `required`. It accepts
 * everything that the schema accepts, with two exceptions: if several documents
 * together make up an array, or a map of any keys, each part may be too short;
 * and a part of a JSON Schema also sees the defaults of a final value, which
 * the rule does not.
 */

#include "core/export/constraint.h"
#include "core/jsonrule/jsonrule.h"

/*
 * Makes `out` the document. Defaults from closures are left out, and null where
 * `not_null` forbids it; in a JSON Schema, which ys_emit_json() can write, also
 * values that JSON cannot represent. An OpenAPI document has ytt's layout,
 * except for the title in its info and for the rules, which stand between the
 * example and the items of a node.
 *
 * `losses` becomes an array of { path, must_be } with the rules that the
 * dialect cannot express (closures, rules under `when=`, one_not_null, bounds
 * of strings, keys that a function allows and the like); the path of an item is
 * `hosts[]`. A JSON Schema also has them in the `$comment` of the node.
 *
 * `rules` has the JSON Schemas of the schema, or is NULL: if they are all of
 * this dialect and no field is sensitive, they are embedded, and `$ref` leads
 * to the parts that rules name.
 *
 * The trees use texts and keys of the schema, so the schema must outlive them.
 * The only failure is YS_NOMEM.
 */
ys_status ys_export_schema(ys_space *space, const ys_field *root,
                           const ys_jsonrules *rules, ys_export_dialect dialect,
                           ys_slot *out, ys_slot *losses);
