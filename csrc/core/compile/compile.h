#ifndef YS_COMPILE_COMPILE_H
#define YS_COMPILE_COMPILE_H

/* core/compile/compile.h - Compiles an annotated tree to fields. The tree is an
 * example of the values that it describes. */

#include "core/annotation/header.h"
#include "core/type/type.h"

typedef struct ys_compiling {
  ys_space *space;
  /* Calls functions that return schemas; NULL if there are none. */
  const ys_host *host;
  ys_reading reading;
  uint32_t depth;
  bool sensitive; /* the node that is compiled stands below a sensitive one */
  bool calls_functions; /* result: the check has to call functions */
} ys_compiling;

/*
 * Compiles the schema document `document`, whose annotations must be evaluated,
 * to a field in the same arena. YS_INVALID: every fault that could be found was
 * recorded, and `out` must not be used.
 */
ys_status ys_compile(ys_compiling *c, ys_slot *document, ys_field **out);

#endif
