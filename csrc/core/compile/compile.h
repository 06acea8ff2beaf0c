#pragma once

/* core/compile/compile.h - Compiles an annotated tree to fields. The tree is an
 * example of the values that it describes. */

#include "core/annotation/header.h"
#include "core/base/pairs.h"
#include "core/type/type.h"

/* The results of functions that were asked for schemas. Each is asked once,
 * also if several documents are compiled. */
typedef struct ys_answers {
  ys_pairs by_number;   /* of the function */
  uint32_t compilation; /* counts the documents */
} ys_answers;

typedef struct ys_compiling {
  ys_space *space;
  /* Calls functions that return schemas; NULL if there are none. */
  const ys_host *host;
  ys_reading reading;
  uint32_t depth;
  bool is_part;   /* other documents may add keys to the one that is compiled */
  bool sensitive; /* the node that is compiled stands below a sensitive one */
  bool null_missing;    /* … below one with @schema/null-is-missing */
  bool calls_functions; /* result: the check has to call functions */
  ys_answers *answers;
  ys_definition *definitions; /* result */

  /* The compiler: see core/compile/compiler.h. */
  struct ys_draft *drafts, *last_draft;
  struct ys_draft *current; /* that is compiled now; NULL: the document is */
  struct ys_use *uses, *last_use;
  struct ys_later *later, *last_later;
  bool stuck; /* what waits now would wait forever, so it is an error */
} ys_compiling;
