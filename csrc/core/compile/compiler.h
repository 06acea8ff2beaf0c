#ifndef YS_COMPILE_COMPILER_H
#define YS_COMPILE_COMPILER_H

/*
 * core/compile/compiler.h - What the source files of core/compile/compile.h
 * share.
 *
 * A slot is compiled together with the slots below it, so these functions call
 * each other. They record what is wrong; the only failure is YS_NOMEM.
 */

#include "core/compile/compile.h"
#include "core/compile/schema_words.h"
#include "core/compile/type_rule.h"

/* The state of compiling one slot. */
typedef struct ys_compile_node {
  const ys_slot *slot;
  unsigned stands;
  uint32_t faults; /* number of faults before the slot was read */
  bool too_deep;
  ys_field *field;
  ys_schema_words words;
  ys_type_rule typing;
  bool has_keys; /* the slot is a map whose entries are fields */
  bool as_value; /* the contents of the slot are a value, not a schema */
} ys_compile_node;

/* Reads the annotations of a slot. `stands` (YS_ON_...) is its position. */
ys_status ys_compile_read(ys_compiling *c, const ys_slot *slot, unsigned stands,
                          ys_compile_node *out);

/* Compiles a slot that was read. `field` must be zeroed. */
ys_status ys_compile_node_to(ys_compiling *c, ys_compile_node *n,
                             ys_field *field);

/* Reads and compiles a slot. */
ys_status ys_compile_slot(ys_compiling *c, const ys_slot *slot, unsigned stands,
                          ys_field *field);

/* Makes `field` accept anything. */
void ys_compile_any(ys_field *field);

/* Compiles the fields of a map (core/compile/map.c). */
ys_status ys_compile_map(ys_compiling *c, const ys_compile_node *n);

/* Makes a map type that accepts any value under any key. */
ys_status ys_compile_free_map(ys_compiling *c, ys_field *field);

/* Compiles the alternatives of any-of, one-of and all-of
 * (core/compile/choice.c). */
ys_status ys_compile_choice(ys_compiling *c, const ys_annot *annot,
                            ys_field *field);

#endif
