#ifndef YS_EXPORT_OPENAPI_H
#define YS_EXPORT_OPENAPI_H

/* core/export/openapi.h - Exports the schema as an OpenAPI 3.0 document
 * (reference#openapi). */

#include "core/export/view.h"

/*
 * Makes `out` the document. It has ytt's layout, except for the title in its
 * info and for the rules, which stand between the example and the items of a
 * node. Rules that OpenAPI cannot express, such as closures and rules under
 * `when=`, are left out. So are defaults from closures, and null where
 * `not_null` forbids it.
 *
 * The tree uses texts and keys of the schema, so the schema must outlive it.
 */
ys_status ys_openapi(ys_space *space, const ys_field *root, ys_slot *out);

#endif
