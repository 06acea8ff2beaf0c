#ifndef YS_COMPILE_COMPILER_H
#define YS_COMPILE_COMPILER_H

/*
 * core/compile/compiler.h - the parts of core/compile/compile.c among
 * themselves: a slot is compiled by its parts, which are slots again. All of
 * these record what is wrong; the status only tells of memory.
 */

#include "core/compile/compile.h"
#include "core/compile/schema_words.h"
#include "core/compile/type_rule.h"

/* One slot on its way to a field. */
typedef struct ys_compile_node {
  const ys_slot *slot;
  unsigned stands;
  uint32_t faults; /* of the schema, before the slot was read */
  bool too_deep;
  ys_field *field;
  ys_schema_words words;
  ys_type_rule typing;
  bool as_value; /* the slot's contents are a value, not a schema */
} ys_compile_node;

/* Reads the annotations of a slot that stands where `stands` (YS_ON_...) says.
 */
ys_status ys_compile_read(ys_compiling *c, const ys_slot *slot, unsigned stands,
                          ys_compile_node *out);

/* Compiles what was read into a zeroed field. */
ys_status ys_compile_node_to(ys_compiling *c, ys_compile_node *n,
                             ys_field *field);

/* Reads and compiles a slot. */
ys_status ys_compile_slot(ys_compiling *c, const ys_slot *slot, unsigned stands,
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
