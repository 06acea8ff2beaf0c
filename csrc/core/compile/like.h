#ifndef YS_COMPILE_LIKE_H
#define YS_COMPILE_LIKE_H

/*
 * core/compile/like.h - Makes the fields that are copies of definitions
 * (reference#like).
 *
 * A definition may mention itself. So all definitions are compiled first, with
 * empty fields where one is used. Then the copies are made, what the fields
 * store about those below them is worked out, and last come the checks that
 * have to look at complete fields: those of defaults, examples and `by=`.
 */

#include "core/compile/compiler.h"

/* Compiles the definitions, and those that they mention. */
ys_status ys_compile_drafts(ys_compiling *c);

/* Makes the copies. Definitions that are copies of each other are recorded. */
ys_status ys_compile_copies(ys_compiling *c);

/* Gives names to the definitions that exports show under a name. */
ys_status ys_compile_names(ys_compiling *c);

/* Works out what the fields store about those below them. */
void ys_compile_settle(ys_compiling *c, ys_field *root);

#endif
