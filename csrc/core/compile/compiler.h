#ifndef YS_COMPILE_COMPILER_H
#define YS_COMPILE_COMPILER_H

/*
 * core/compile/compiler.h - the parts of core/compile/compile.c among
 * themselves: a slot is compiled by its parts, which are slots again. All of
 * these record what is wrong; the status only tells of memory.
 */

#include "core/compile/compile.h"

/* Compiles a slot that stands where `stands` (YS_ON_...) says, into a zeroed
 * field. */
ys_status ys_compile_slot(ys_compiling *c, ys_slot *slot, unsigned stands,
                          ys_field *field);

/* Makes `field` take anything. */
void ys_compile_any(ys_field *field);

/* Compiles the fields of a map (core/compile/map.c). */
ys_status ys_compile_map(ys_compiling *c, const ys_slot *slot, ys_field *field);

/* Makes the map that takes anything under any key. */
ys_status ys_compile_free_map(ys_compiling *c, ys_field *field);

/* Compiles the alternatives of any-of, one-of and all-of
 * (core/compile/choice.c). */
ys_status ys_compile_choice(ys_compiling *c, const ys_annot *annot,
                            ys_field *field);

#endif
