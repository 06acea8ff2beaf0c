#pragma once

/* core/compile/sensitive.h - Compiles @schema/sensitive. */

#include "core/compile/compiler.h"

/*
 * Makes the field of a node sensitive if the node says so or stands below one
 * that does, and notes its values. `outer` receives what has to be restored in
 * `c->sensitive` after the node. The only failure is YS_NOMEM.
 */
ys_status ys_compile_sensitive(ys_compiling *c, ys_compile_node *n,
                               bool *outer);

/*
 * When the fields of a schema are compiled: notes which of its own values must
 * not be shown, such as the default of a map with a sensitive key, and makes
 * rules say how many values are allowed there instead of which. The only
 * failure is YS_NOMEM.
 */
ys_status ys_compile_mask(ys_compiling *c, const ys_field *root,
                          const ys_slot *document);
