#ifndef YS_COMPILE_H
#define YS_COMPILE_H

/*
 * ys_compile.h - an annotated tree to fields: compilation by example.
 */

#include "ys_type.h"

/*
 * Compiles the schema document `document`, whose annotations are evaluated,
 * to a field in the same arena. Every fault that can be found is recorded;
 * then `out` is not to be used and the status is YS_INVALID.
 */
ys_status ys_compile(ys_space *space, ys_slot *document, ys_field **out);

#endif
