#pragma once

/*
 * core/type/shapes.h - Links the shapes of map types to those below them.
 *
 * Equal shapes become one. Schemas often describe many maps alike, and a run
 * compares each key of a document with a shape: shared shapes stay in the
 * processor's cache.
 */

#include "core/type/type.h"

/* The shape of the map in a field, or of the maps in the arrays there; or NULL.
 */
const ys_shape *ys_field_shape(const ys_field *field);

/* Links the shapes of all map types of a schema, from its root and from its
 * definitions on. Takes time in proportion to the number of fields. */
ys_status ys_shapes_link(ys_arena *arena, const ys_field *root,
                         const ys_definition *definitions);
