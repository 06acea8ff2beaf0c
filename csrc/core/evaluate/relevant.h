#pragma once

/*
 * core/evaluate/relevant.h - Finds the defaults that a verdict depends on.
 *
 * A run whose result is not read need not make the others (ys_space.sparse),
 * so that it takes as long as its documents are large, whatever the size of the
 * schema.
 */

#include "core/compile/schema.h"

/* Sets the members about relevant defaults of all map types of a compiled
 * schema, once. */
ys_status ys_relevant_find(ys_schema *schema);
