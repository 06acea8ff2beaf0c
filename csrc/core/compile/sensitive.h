#ifndef YS_COMPILE_SENSITIVE_H
#define YS_COMPILE_SENSITIVE_H

/* core/compile/sensitive.h - Compiles @schema/sensitive. */

#include "core/compile/compiler.h"

/*
 * Makes the field of a node sensitive if the node says so or stands below one
 * that does, and notes which of its texts in the schema must not be shown.
 * `outer` receives what has to be restored in `c->sensitive` behind the node.
 * The only failure is YS_NOMEM.
 */
ys_status ys_compile_sensitive(ys_compiling *c, ys_compile_node *n,
                               bool *outer);

#endif
