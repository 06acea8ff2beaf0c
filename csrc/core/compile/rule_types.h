#ifndef YS_COMPILE_RULE_TYPES_H
#define YS_COMPILE_RULE_TYPES_H

/* core/compile/rule_types.h - Finds named rules that hold for no value that
 * their field accepts, such as `min=1` on a string. */

#include "core/compile/compiler.h"

/* Records them, for all fields of a schema that has no other errors. */
ys_status ys_compile_rule_types(ys_compiling *c, const ys_field *root);

#endif
