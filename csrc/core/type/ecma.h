#pragma once

/* core/type/ecma.h - Compiles regular expressions of ECMA-262
 * (core/pattern/ecma.h). */

#include "core/type/regexp.h"

typedef struct ys_ecma_regexp {
  const ys_regexp *regexp; /* NULL: there is a problem */
  ys_str translation;      /* the pattern of PCRE2 */
  bool invalid;            /* it is no regular expression of ECMA-262 */
  ys_str problem;          /* in the space's arena */
} ys_ecma_regexp;

/* Compiles a pattern, which must live as long as the call. The only failure is
 * YS_NOMEM. */
ys_status ys_regexp_compile_ecma(ys_space *space, ys_str pattern,
                                 ys_ecma_regexp *out);
