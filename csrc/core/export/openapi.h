#ifndef YS_EXPORT_OPENAPI_H
#define YS_EXPORT_OPENAPI_H

/* core/export/openapi.h - the schema as an OpenAPI 3.0 document
 * (reference#openapi). */

#include "core/export/view.h"

/*
 * Makes `out` the document, in ytt's layout, but for the title of its info,
 * and with the rules that OpenAPI can say between a node's example and its
 * items. Rules under `when=`, closures and the like are left out. A default
 * that a closure gives is, too, and so is null where `not_null` forbids it.
 *
 * Texts and keys belong to the schema, which has to outlive the tree.
 */
ys_status ys_openapi(ys_space *space, const ys_field *root, ys_slot *out);

#endif
