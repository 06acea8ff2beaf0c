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

#endif
