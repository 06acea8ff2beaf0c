#ifndef YS_COMPILE_COMPILE_H
#define YS_COMPILE_COMPILE_H

/*
 * core/compile/compile.h - an annotated tree to fields: compilation by example.
 */

#include "core/annotation/header.h"
#include "core/type/type.h"

typedef struct ys_compiling {
  ys_space *space;
  const ys_host *host; /* calls functions that give schemas; NULL: there are
                          none */
  ys_reading reading;
  uint32_t depth;
  bool calls_functions; /* out: checking has to call functions */
} ys_compiling;

/*
 * Compiles the schema document `document`, whose annotations are evaluated,
 * to a field in the same arena. Every fault that can be found is recorded;
 * then `out` is not to be used and the status is YS_INVALID.
 */
ys_status ys_compile(ys_compiling *c, ys_slot *document, ys_field **out);

/* A slot that stands where `stands` (YS_ON_...) says, into a zeroed field. The
 * status only tells of memory. (The parts of core/compile/compile.c among
 * themselves, like what follows.) */
ys_status ys_compile_slot(ys_compiling *c, ys_slot *slot, unsigned stands,
                          ys_field *field);

/* core/compile/map.c: the fields of a map. */
ys_status ys_compile_map(ys_compiling *c, const ys_slot *slot, ys_field *field);

/* ... and the map that takes anything under any key. */
ys_status ys_compile_free_map(ys_compiling *c, ys_field *field);

/* core/compile/choice.c: the alternatives of any-of and its kin. */
ys_status ys_compile_choice(ys_compiling *c, const ys_annot *annot,
                            ys_field *field);

/* Makes `field` take anything. */
void ys_compile_any(ys_field *field);

#endif
